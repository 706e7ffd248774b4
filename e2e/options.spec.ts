import { isole } from '../shared/texte.ts'
import { addJours, aujourdhui, formatJourCourt } from '../shared/dates.ts'
import {
  atRest,
  expect,
  expectAccessible,
  preferDark,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, createLot, type Lieu } from './portefeuille.ts'
import { actOn, actsUnderMore, card, choose, dialog } from './screen.ts'

withServer()

let today = aujourdhui()
test.beforeEach(() => {
  today = aujourdhui()
})
const dans = (jours: number) => addJours(today, jours)
const court = (jours: number) => formatJourCourt(dans(jours))
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const hold = (api: Api, bien_id: number, holder: object, jours = 3) =>
  api.create('/api/options', { bien_id, ...holder, expire_le: dans(jours) })
const createLocal = (api: Api, { residence, bloc }: Lieu, num: string) =>
  api.create('/api/locaux', { residence_id: residence, bloc_id: bloc, num, surface: 45, montant: 2_000_000 })
const createPlace = (api: Api, { parking }: Lieu, numero_place: number) =>
  api.create('/api/places-parking', {
    parking_id: parking,
    numero_place,
    type_place: 'Box',
    montant: 900_000,
  })

// spec: RF-62
test('a free lot is sold from its details; the biens of options are links, also of closed ones', async ({
  page,
}) => {
  const api = await signIn(page)
  const lieu = await createLieu(api)
  const client = await createClient(api, 'Rachid Amrane')
  const lot = await createLot(api, lieu.etage, 'V-1', 'F3')
  const local = await createLocal(api, lieu, 'V-L')
  const place = await createPlace(api, lieu, 77)
  const options = [
    await hold(api, await createLot(api, lieu.etage, 'V-2', 'F3'), { nom: 'Sami' }),
    await hold(api, local, { nom: 'Lila' }),
    await hold(api, place, { nom: 'Nora' }),
  ]
  const leads = async (etat: string) => {
    for (const [name, address] of [
      ['Appartement V-2', /\/appartement\?details=\d+$/],
      ['Local V-L', /\/locaux\?details=\d+$/],
      ['Place 77', new RegExp(`/parking\\?places=${lieu.parking}$`)],
    ] as const) {
      await page.goto(`/ventes?onglet=options${etat}`)
      await page.getByRole('link', { name, exact: true }).first().click()
      await expect(page).toHaveURL(address)
    }
  }
  await leads('')
  for (const id of options) await api.post(`/api/options/${id}/liberer`, { motif: 'Renonce', version: 1 })
  await leads('&etat=closes')

  await page.goto(`/appartement?details=${lot}`)
  await dialog(page).getByRole('button', { name: "Vendre l'appartement V-1" }).click()
  await choose(dialog(page).last(), 'Client', /^Rachid Amrane/)
  await expectAccessible(page)
  await dialog(page)
    .last()
    .getByRole('button', { name: /^(Assigner|Vendre)$/ })
    .click()
  await expect(dialog(page).getByText(/Dossier .* ouvert pour Rachid Amrane\./)).toBeVisible()
  await expect(dialog(page)).toContainText('Rachid Amrane')
  await expect(dialog(page).getByRole('button', { name: /^Vendre/ })).toHaveCount(0)
  expect(await api.get(`/api/appartements/${lot}`)).toMatchObject({ client_id: client })
})

test(
  'a lot is held for a client, prolonged, and let go: it stays available all along',
  { tag: ['@options', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    await createClient(api, 'Amina Haddad')
    await createLot(api, (await createLieu(api)).etage, 'A-1', 'F3')
    await page.goto('/appartement')
    const lot = card(page, 'Appartement A-1')
    await actOn(lot, "Poser une option sur l'appartement A-1")
    await expect(dialog(page, 'Poser une option - Appartement A-1')).toBeVisible()
    await expect(dialog(page).getByLabel("Jusqu'au")).toHaveValue(court(7))
    await expect(dialog(page)).toContainText('(7 jours)')
    await button(page, "Poser l'option").click()
    await expect(dialog(page)).toContainText('Veuillez choisir un client ou saisir un nom.')
    await choose(dialog(page), 'Client', 'Amina Haddad · 0555 12 34 56')
    await dialog(page).getByLabel("Jusqu'au").fill(court(3))
    await dialog(page).getByLabel('Note').fill('Revient samedi')
    await button(page, "Poser l'option").click()
    await expect(page.getByText('Option posée avec succès !')).toBeVisible()
    await expect(lot).toContainText('Disponible')
    await expect(lot).toContainText(`Option jusqu'au ${court(3)}`)
    await expect(lot.getByRole('definition').filter({ hasText: 'Amina Haddad' })).toBeVisible()
    expect(await actsUnderMore(lot)).toEqual([])
    await expect(lot.getByRole('button', { name: /^Bloquer/ })).toHaveCount(0)

    await actOn(lot, "Option sur l'appartement A-1")
    const option = dialog(page, "Option sur l'appartement A-1")
    for (const text of [`${court(3)}, il reste 3 jours`, `${court(0)} par Karim Benali`, 'Revient samedi'])
      await expect(option).toContainText(text)
    await expect(option.getByRole('link', { name: '0555 12 34 56' })).toHaveAttribute(
      'href',
      'tel:0555123456',
    )
    await button(page, 'Prolonger').click()
    await expect(dialog(page, "Prolonger l'option - Appartement A-1")).toBeVisible()
    await dialog(page).getByLabel("Jusqu'au").fill(court(10))
    await button(page, 'Prolonger').click()
    await expect(page.getByText('Option prolongée avec succès !')).toBeVisible()
    await expect(lot).toContainText(`Option jusqu'au ${court(10)}`)

    await actOn(lot, "Option sur l'appartement A-1")
    await button(page, 'Libérer').click()
    await expect(dialog(page, "Libérer l'option")).toContainText(
      "Libérer l'option de Amina Haddad sur l'appartement A-1 ? Le bien redevient libre.",
    )
    await button(page, 'Annuler').click()
    await button(page, 'Libérer').click()
    await dialog(page).getByLabel('Motif').fill('Renonce')
    await button(page, 'Libérer').click()
    await expect(page.getByText('Option libérée avec succès !')).toBeVisible()
    await expect.poll(() => actsUnderMore(lot)).toContain("Poser une option sur l'appartement A-1")
  },
)

test(
  'a local is held for somebody by name, who becomes a client as he buys it',
  { tag: ['@options', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    await createLocal(api, await createLieu(api), 'L-1')
    await page.goto('/locaux')
    const local = card(page, 'Local L-1')
    await local.getByRole('button', { name: 'Détails du local L-1' }).click()
    await button(page, 'Poser une option').click()
    const form = dialog(page, 'Poser une option - Local L-1')
    await form.getByText('Autre personne').click()
    await form.getByRole('button', { name: "Poser l'option" }).click()
    await expect(form).toContainText('Veuillez choisir un client ou saisir un nom.')
    await form.getByLabel('Nom').fill('لخضر بن علي')
    await form.getByLabel('Téléphone').fill('0661 22 33 44')
    await form.getByRole('button', { name: "Poser l'option" }).click()
    await expect(dialog(page)).toHaveCount(1)
    await expect(dialog(page)).toContainText(`Option jusqu'au ${court(7)}`)
    await page.keyboard.press('Escape')

    await local.getByRole('button', { name: 'Assigner un client' }).click()
    const assign = dialog(page, 'Assigner un client - Local L-1')
    await expect(assign).toContainText(`Sous option pour لخضر بن علي jusqu'au ${court(7)}.`)
    const buyer = assign.getByLabel("L'acheteur est لخضر بن علي : l'option sera close")
    await expect(buyer).not.toBeChecked()
    await assign.getByRole('button', { name: 'Créer sa fiche client' }).click()
    const fiche = dialog(page, 'Ajouter un client')
    await expect(fiche.getByLabel('Nom complet')).toHaveValue('لخضر بن علي')
    await expect(fiche.getByLabel('Téléphone')).toHaveValue('0661 22 33 44')
    await fiche.getByLabel('Email').fill('lakhdar@exemple.dz')
    await fiche.getByRole('button', { name: 'Ajouter', exact: true }).click()
    await expect(fiche).toHaveCount(0)
    await expect(buyer).toBeChecked()
    await expect(assign.getByRole('combobox', { name: 'Client' })).toHaveValue(
      isole('لخضر بن علي', '0661 22 33 44'),
    )
    await assign.getByRole('button', { name: 'Assigner', exact: true }).click()
    await expect(local).toContainText('Vendu')
    await expect(local).not.toContainText('Option')
    const link = local.getByRole('link', { name: /^Ouvrir le dossier \d{4}-D-\d{4}$/ })
    await expect(link).toHaveAttribute('href', /\/ventes\/\d+$/)
  },
)

test('a place is sold to who holds it; another client is refused in the words of the server', async ({
  page,
}) => {
  const api = await signIn(page)
  const amina = await createClient(api, 'Amina Haddad')
  await createClient(api, 'Yacine Brahimi')
  const lieu = await createLieu(api)
  await hold(api, await createPlace(api, lieu, 41), { client_id: amina })
  await hold(api, await createPlace(api, lieu, 42), { nom: 'Samir', tel: '0770 11 22 33' }, 0)
  await page.goto(`/parking?places=${lieu.parking}`)
  const panel = dialog(page, /^Places du parking/)
  const place = (numero: number) => panel.getByRole('article', { name: `Place ${numero}`, exact: true })
  await place(41).getByRole('button', { name: 'Attribuer la place 41' }).click()
  const form = dialog(page, 'Attribuer la place 41')
  await expect(form.getByRole('combobox', { name: 'Client' })).toHaveValue('Amina Haddad · 0555 12 34 56')
  await choose(form, 'Client', 'Yacine Brahimi · 0555 12 34 56')
  await form.getByRole('button', { name: 'Attribuer', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText(
    `Ce bien est sous option pour Amina Haddad jusqu'au ${court(3)} : libérez l'option d'abord.`,
  )
  await form.getByRole('button', { name: 'Annuler' }).click()

  await actOn(place(42), 'Option sur la place 42')
  await expect(dialog(page, 'Option sur la place 42')).toContainText(`${court(0)}, dernier jour`)
  await dialog(page, 'Option sur').getByRole('button', { name: 'Vendre à ce titulaire' }).click()
  const sale = dialog(page, 'Vendre la place 42')
  await expect(sale.getByLabel("L'acheteur est Samir : l'option sera close")).toBeChecked()
  await expect(sale).toContainText('900 000,00 DA')
  await choose(sale, 'Client', 'Yacine Brahimi · 0555 12 34 56')
  await sale.getByRole('button', { name: 'Vendre', exact: true }).click()
  await expect(panel.getByText('Place attribuée avec succès !')).toBeVisible()
  await expect(place(42)).toContainText('Vendu')
  await expect(place(42).getByRole('link', { name: /^Ouvrir le dossier/ })).toBeVisible()
})

for (const [what, dark, width] of [
  ['in light', false, 1280],
  ['in dark, on a phone', true, 390],
] as const)
  test(`everything said of a bien can be read ${what}, and done by keyboard`, async ({ page }) => {
    await preferDark(page, dark)
    await page.setViewportSize({ width, height: 844 })
    const api = await signIn(page)
    const lieu = await createLieu(api)
    const client = await createClient(api, 'Abdelkrim Benyoucef Ould Sidi Mohamed El Hadj Bouzidi')
    await hold(api, await createLot(api, lieu.etage, 'K-1', 'F3'), { client_id: client })
    await hold(api, await createLot(api, lieu.etage, 'K-2', 'F3'), {
      nom: 'عبد القادر',
      tel: '0661 22 33 44',
    })
    const off = await createLot(api, lieu.etage, 'K-3', 'F3')
    await api.put(`/api/biens/${off}/blocage`, {
      motif: 'Réservé au personnel de la société, étage technique',
    })
    const sold = await createLot(api, lieu.etage, 'K-4', 'F3', client)
    const { vente_id } = (await api.get(`/api/appartements/${sold}`)) as { vente_id: number }
    await api.put(`/api/ventes/${vente_id}`, { reservation_le: today, livraison_le: today })
    await createLot(api, lieu.etage, 'K-5', 'F3')
    await page.goto(`/appartement?residence=${lieu.residence}&bloc=${lieu.bloc}`)
    await expect(card(page, 'Appartement K-4')).toContainText('Livré')
    const fits = async () => {
      await atRest(page)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await expectAccessible(page)
    }
    await fits()
    const open = async (lot: string, name: string) => {
      const itself = card(page, lot).getByRole('button', { name, exact: true })
      const more = card(page, lot).getByRole('button', { name: `Autres actions : ${lot}` })
      await expect(card(page, lot)).toBeVisible()
      const action = (await itself.count()) > 0 ? itself : more
      await action.press('Enter')
      if (action === more) await card(page, lot).getByRole('menuitem', { name, exact: true }).press('Enter')
      await expect(dialog(page)).toBeVisible()
      return action
    }
    for (const [lot, name] of [
      ['Appartement K-5', "Poser une option sur l'appartement K-5"],
      ['Appartement K-1', "Option sur l'appartement K-1"],
      ['Appartement K-2', "Assigner un client à l'appartement K-2"],
      ['Appartement K-5', "Bloquer l'appartement K-5"],
      ['Appartement K-3', "Débloquer l'appartement K-3"],
      ['Appartement K-3', "Détails de l'appartement K-3"],
      ['Appartement K-4', "Détails de l'appartement K-4"],
    ] as const) {
      const action = await open(lot, name)
      await fits()
      const cancel = button(page, 'Annuler')
      if (await cancel.count()) await cancel.press('Enter')
      else await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      await expect(action).toBeFocused()
    }
    await open('Appartement K-2', "Option sur l'appartement K-2")
    for (const name of ['Prolonger', 'Libérer', 'Vendre à ce titulaire']) {
      await button(page, name).press('Enter')
      await expect(button(page, 'Annuler')).toBeVisible()
      await fits()
      await button(page, 'Annuler').press('Enter')
      await expect(dialog(page, "Option sur l'appartement K-2")).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await page.goto(`/appartement?residence=${lieu.residence}&bloc=${lieu.bloc}&vue=tableau`)
    await expect(page.locator('main :is(article, tbody tr, li)').first()).toBeVisible()
    await fits()
  })
