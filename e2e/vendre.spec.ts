import type { Locator } from '@playwright/test'
import { aujourdhui, formatJourCourt } from '../shared/dates.ts'
import { account, type Api, expect, expectAccessible, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, createLot, type Lieu } from './portefeuille.ts'
import { actOn, card, choose, dialog, plain } from './screen.ts'

withServer()

const PRIX = { montant: 12_500_000 }
const suite = (page: Page, client: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`Dossier \\d{4}-D-\\d{4} ouvert pour ${client}\\.`) })
const pressIn = (form: Locator, name: string) => form.getByRole('button', { name, exact: true }).click()

interface Lot {
  montant: number
  vente_id: number | null
  dossier: string | null
}
const lotOf = async (api: Api, id: number) => (await api.get(`/api/appartements/${id}`)) as Lot
const prixOf = async (api: Api, id: number) =>
  ((await api.get(`/api/biens/${id}/prix`)) as { data: unknown[] }).data.length

/** Another member gives the lot another price. */
const revise = (api: Api, { etage }: Lieu, id: number, numLot: string, montant: number) =>
  api.put(`/api/appartements/${id}`, {
    numLot,
    typeLogement: 'F3',
    surfaceHabitable: 80.5,
    surfaceUtile: 12,
    etage_id: etage,
    montant,
  })

// spec: EC-10
for (const [from, address, opens] of [
  [
    'its card',
    (lieu: Lieu) => `/appartement?residence=${lieu.residence}`,
    async (page: Page, numLot: string) => {
      await card(page, `Appartement ${numLot}`).getByRole('button', { name: 'Assigner un client' }).click()
      return dialog(page, /^Assigner un client/)
    },
  ],
  [
    'the plan',
    (lieu: Lieu) => `/plan-de-vente?residence=${lieu.residence}`,
    async (page: Page, numLot: string) => {
      await page.getByRole('gridcell', { name: new RegExp(`^Appartement ${numLot},`) }).click()
      await pressIn(dialog(page), 'Vendre')
      return dialog(page, /^Vendre/)
    },
  ],
  [
    '« Vendre un bien »',
    () => '/ventes?vendre=oui',
    async (page: Page, numLot: string) => {
      const form = dialog(page, 'Vendre un bien')
      const bien = form.getByRole('combobox', { name: 'Bien' })
      await bien.fill(numLot)
      await page.getByRole('option', { name: new RegExp(`Appartement ${numLot}`) }).click()
      return form
    },
  ],
] as const)
  test(`a price that moved meanwhile is told; nothing typed is lost, and the sale then goes through: from ${from}`, async ({
    page,
  }) => {
    const api = await signIn(page)
    const lieu = await createLieu(api)
    const numLot = `M-${lieu.etage}`
    const nom = `Nadir Hamdi ${lieu.etage}`
    await createClient(api, nom)
    const lot = await createLot(api, lieu.etage, numLot, 'F3', undefined, PRIX)
    await page.goto(address(lieu))
    const form = await opens(page, numLot)
    await choose(form, 'Client', new RegExp(`^${nom}`))
    await form.getByLabel('Date de réservation').fill('10/01/2026')
    await form.getByLabel('Prix convenu').fill('12250000')
    await expect(form).toContainText(/−250\s000,00\sDA par rapport au prix actuel/)
    await choose(form, 'Modèle', 'Mensualités')
    await form.getByLabel('Première échéance le').fill('05/03/2027')
    const moved = await prixOf(api, lot)
    await revise(api, lieu, lot, numLot, 13_000_000)

    const sells = form.getByRole('button', { name: /^(Assigner|Vendre)$/ })
    await sells.click()
    await expect(form.getByRole('alert')).toContainText(
      'Cette fiche a été modifiée entre-temps. Rechargez-la.',
    )
    expect(await lotOf(api, lot)).toMatchObject({ vente_id: null, montant: 13_000_000 })
    expect(await prixOf(api, lot)).toBe(moved + 1)
    await expectAccessible(page)
    await pressIn(form, 'Recharger')
    await expect(form.getByRole('alert')).toHaveCount(0)
    await expect(form.getByRole('combobox', { name: 'Client' })).toHaveValue(new RegExp(`^${nom}`))
    await expect(form.getByLabel('Date de réservation')).toHaveValue('10/01/2026')
    await expect(form.getByLabel('Prix convenu')).toHaveValue(/^12\s250\s000\sDA$/)
    await expect(form.getByRole('combobox', { name: 'Modèle' })).toHaveValue('Mensualités')
    await expect(form.getByLabel('Première échéance le')).toHaveValue('05/03/2027')
    await expect(form).toContainText(/−750\s000,00\sDA par rapport au prix actuel/)

    await sells.click()
    await expect(suite(page, nom)).toBeVisible()
    const sold = await lotOf(api, lot)
    expect(sold.montant).toBe(12_250_000)
    expect(await prixOf(api, lot)).toBe(moved + 2)
    const dossier = (await api.get(`/api/ventes/${sold.vente_id}`)) as {
      reservation_le: string
      echeances: { date_prevue: string }[]
    }
    expect([dossier.reservation_le, dossier.echeances[0]?.date_prevue]).toEqual(['2026-01-10', '2027-03-05'])
  })

// spec: EC-13
test('what comes after a sale is offered after a bien is added or edited with its client, and not again', async ({
  page,
}) => {
  const api = await signIn(page)
  const lieu = await createLieu(api, 'Les Tilleuls')
  await createClient(api, 'Lina Saadi')
  await page.goto(`/locaux?residence=${lieu.residence}`)
  await page.getByRole('button', { name: 'Ajouter un local' }).first().click()
  const form = dialog(page)
  for (const [label, value] of Object.entries({ Numéro: 'T-1', 'Surface (m²)': '50', Montant: '2000000' }))
    await form.getByLabel(label).fill(value)
  await choose(form, 'Bloc', 'Bloc B')
  await choose(form, 'Client', /^Lina Saadi/)
  await pressIn(form, 'Enregistrer')
  const offered = suite(page, 'Lina Saadi')
  await expect(offered.getByRole('link', { name: 'Ouvrir' })).toBeFocused()
  // spec: RF-54
  await expect(offered).toContainText(/^Local ajouté avec succès ! Dossier/)
  await expect(page.getByRole('status').filter({ hasText: 'succès' })).toHaveCount(1)
  await expect(offered.getByText('Local ajouté avec succès !')).toHaveCount(0)
  await expect(offered).toContainText('Sans échéancier.')
  await expect(offered.getByRole('button', { name: "Générer l'échéancier" })).toBeVisible()
  // The dialog is closed; an edit of a sold bien offers nothing.
  await page.keyboard.press('Escape')
  await expect(offered).toHaveCount(0)
  await actOn(card(page, 'Local T-1'), 'Modifier')
  await form.getByLabel('Surface (m²)').fill('51')
  await pressIn(form, 'Enregistrer')
  await expect(form).toHaveCount(0)
  await expect(card(page, 'Local T-1')).toContainText('51 m²')
  await expect(offered).toHaveCount(0)

  const lot = await createLot(api, lieu.etage, 'T-302', 'F3', undefined, PRIX)
  await page.goto(`/appartement?residence=${lieu.residence}`)
  await actOn(card(page, 'Appartement T-302'), 'Modifier')
  await choose(form, 'Client', /^Lina Saadi/)
  await pressIn(form, 'Enregistrer')
  await expect(offered).toBeVisible()
  const { vente_id, dossier } = await lotOf(api, lot)
  await expect(offered).toContainText(`Dossier ${dossier} ouvert pour Lina Saadi.`)
  await offered.getByRole('link', { name: 'Ouvrir' }).press('Enter')
  await expect(page).toHaveURL(`/ventes/${vente_id}`)
})

// spec: EC-10
test('who may not change prices reads the price; sent all the same it is refused, and nothing is written', async ({
  page,
}) => {
  const api = await signIn(page)
  const lieu = await createLieu(api)
  await createClient(api, 'Omar Ziani')
  const lot = await createLot(api, lieu.etage, 'D-1', 'F3', undefined, PRIX)
  const who = { email: 'commercial@diyar.dz', password: account.password }
  await api.post('/api/members', { ...account, ...who, name: 'Nadia Commerciale', role: 'commercial' })
  const nadia = await signIn(page, who)
  const moved = await prixOf(nadia, lot)
  await page.goto(`/appartement?residence=${lieu.residence}`)
  await card(page, 'Appartement D-1').getByRole('button', { name: 'Assigner un client' }).click()
  const form = dialog(page)
  await choose(form, 'Client', /^Omar Ziani/)
  expect(plain(await form.textContent())).toContain('Prix convenu12 500 000,00 DA')
  await expect(form.getByRole('textbox', { name: 'Prix convenu' })).toHaveCount(0)
  await expectAccessible(page)
  const forced = /assigner-client$/
  await page.route(forced, (route) =>
    route.continue({ postData: { ...(route.request().postDataJSON() as object), prix: 1, version: 1 } }),
  )
  await pressIn(form, 'Assigner')
  await expect(form.getByRole('alert')).toContainText('Votre rôle ne permet pas de changer le prix.')
  expect(await lotOf(nadia, lot)).toMatchObject({ vente_id: null, ...PRIX })
  expect(await prixOf(nadia, lot)).toBe(moved)
  await page.unroute(forced)
  await pressIn(form, 'Assigner')
  await expect(suite(page, 'Omar Ziani')).toBeVisible()
  expect(await lotOf(nadia, lot)).toMatchObject(PRIX)
  expect(await prixOf(nadia, lot)).toBe(moved)
})

// spec: EC-12
test('on a phone date, price and échéancier are folded under what they come to', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const api = await signIn(page)
  const lieu = await createLieu(api)
  await createClient(api, 'Farid Touati')
  const lot = await createLot(api, lieu.etage, 'P-1', 'F3', undefined, PRIX)
  await page.goto(`/appartement?residence=${lieu.residence}`)
  await card(page, 'Appartement P-1').getByRole('button', { name: 'Assigner un client' }).click()
  const form = dialog(page)
  const fold = form.getByRole('button', { name: /^Date, prix, échéancier/ })
  const summary = async () => plain(await fold.textContent())
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(form.getByLabel('Date de réservation')).toBeHidden()
  await expect.poll(summary).toBe("Date, prix, échéancierAujourd'hui · 12 500 000,00 DA · 5 échéances")
  expect((await fold.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)
  await fold.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await form.getByLabel('Prix convenu').fill('12000000')
  // A modèle with a line on a day asks for the first of them: today, until another is typed.
  await choose(form, 'Modèle', 'Trimestrialités')
  const premier = form.getByRole('textbox', { name: 'Première échéance le' })
  await expect(premier).toHaveValue(formatJourCourt(aujourdhui()))
  await premier.fill('')
  await expect(premier).toHaveAttribute('required', '')
  await form.getByLabel('Date de réservation').fill('09/01/2026')
  await expect
    .poll(summary)
    .toMatch(/^Date, prix, échéancier09\/01\/2026 · 12 000 000,00 DA · \d+ échéances$/)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await fold.click()
  await expect(premier).toBeHidden()
  await choose(form, 'Client', /^Farid Touati/)
  await pressIn(form, 'Assigner')
  // A refused field is shown, wherever it was folded.
  await expect(
    form.getByText('La date de la première échéance est obligatoire pour ce modèle.').first(),
  ).toBeVisible()
  await expect(premier).toBeVisible()
  expect(await lotOf(api, lot)).toMatchObject({ vente_id: null, ...PRIX })
  await premier.fill('15/03/2027')
  await pressIn(form, 'Assigner')
  await expect(suite(page, 'Farid Touati')).toBeVisible()
  const { vente_id } = await lotOf(api, lot)
  const { echeances } = (await api.get(`/api/ventes/${vente_id}`)) as { echeances: { date_prevue: string }[] }
  expect(echeances.map(({ date_prevue }) => date_prevue)).toContain('2027-03-15')
})
