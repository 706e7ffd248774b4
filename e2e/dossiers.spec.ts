import type { Locator } from '@playwright/test'
import { addJours, aujourdhui, formatJourCourt } from '../shared/dates.ts'
import {
  atRest,
  expect,
  expectAccessible,
  expectReadable,
  openScreen,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import { createClient, createLieu, createLot, pay, type Lieu } from './portefeuille.ts'
import { CALLS, card, choose, dialog, openPart, PHONE_ROWS, plain } from './screen.ts'

withServer()

const ARABE = 'محمد الأمين بن عبد الله'
const LONG = 'Abdelmoumène Bensalah-Boukhalfa, épouse Aït Ouarab née Kheddache de Tizi-Ouzou'
const MAX = 99_999_999_999.99
let made: { lieu: Lieu; arabe: number; long: number; grand: number } | undefined

/** Two clients, one of whom has a lot of eleven digits, late by all of it but what was paid. */
async function furnish(api: Api) {
  if (made) return made
  const lieu = await createLieu(api, 'Résidence El Yasmine')
  const arabe = await createClient(api, ARABE)
  const long = await createClient(api, LONG)
  const grand = await createLot(api, lieu.etage, 'A-12', 'F5', arabe, { montant: MAX })
  await createLot(api, lieu.etage, 'A-13', 'F3', long)
  await createLot(api, lieu.etage, 'A-14', 'F3', arabe)
  made = { lieu, arabe, long, grand }
  return made
}

interface Ligne {
  id: number
  dossier: string
}
async function dossierOf(api: Api, numLot: string): Promise<Ligne> {
  const { data } = (await api.get(`/api/ventes?search=${encodeURIComponent(numLot)}`)) as { data: Ligne[] }
  if (!data[0]) throw new Error(`no dossier of ${numLot}`)
  return data[0]
}

/** So many lines that add up to the price of a lot, the first ones due. */
async function divide(api: Api, vente: number, prix: number, nombre: number): Promise<void> {
  const part = Math.floor((prix * 100) / nombre)
  await api.put(`/api/ventes/${vente}/echeancier`, {
    lignes: Array.from({ length: nombre }, (_, rang) => ({
      libelle: `Mensualité ${rang + 1}`,
      montant: (rang < nombre - 1 ? part : Math.round(prix * 100) - part * (nombre - 1)) / 100,
      declencheur: 'date',
      date_prevue: rang < 3 ? `2026-01-0${rang + 1}` : `2031-01-${String((rang % 28) + 1).padStart(2, '0')}`,
    })),
  })
}

const main = (page: Page) => page.getByRole('main')
const segments = (page: Page) =>
  page.getByRole('list', { name: 'Échéances, de la première à la dernière' }).getByRole('button')

test('leads from the search to the dossiers, by tabs and arrows, and to one of them', async ({ page }) => {
  const api = await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  await furnish(api)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dossiers de vente')
  await expect(page.getByRole('option', { name: /^Dossiers de vente/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dossiers de vente' })).toBeVisible()
  await expect(main(page).getByText('3 dossiers')).toBeVisible()
  await page.getByRole('tab', { name: 'En cours' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/onglet=options/)
  await expect(main(page).getByText('Aucune option en cours.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/onglet=clos/)
  await expect(main(page).getByText('Aucun dossier clos.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Reste à rembourser' }).check()
  await expect(page).toHaveURL(/reste=1/)
  await expect(main(page).getByText('Aucun dossier trouvé avec ces critères.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'En cours' }).click()
  await choose(page, 'Trier par', 'Reste à payer')
  await expect(page).toHaveURL(/tri=reste/)
  await expect(page.getByRole('row').nth(1)).toContainText(ARABE)
  await page.getByPlaceholder('Client, dossier ou numéro de bien...').fill('a-13')
  await expect(page.getByRole('row')).toHaveCount(2)
  const { dossier } = await dossierOf(api, 'A-13')
  await page.getByRole('link', { name: dossier }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Dossier ${dossier}`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(dossier.toLowerCase())
  await expect(page.getByRole('option', { name: new RegExp(`Dossier ${dossier}`) })).toBeVisible()
})

test(
  'takes a payment and its days, and shows both at once',
  { tag: ['@ventes', '@jour'] },
  async ({ page }) => {
    const api = await signIn(page)
    await furnish(api)
    const { id, dossier } = await dossierOf(api, 'A-14')
    await divide(api, id, 1_000_000, 4)
    await page.goto(`/ventes/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Dossier ${dossier}`)
    await expect(segments(page)).toHaveCount(4)
    await openPart(page, 'Paiements')
    await expect(page.getByText('Aucun versement enregistré.')).toBeVisible()
    await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
    await dialog(page)
      .getByRole('textbox', { name: /^Montant/ })
      .fill('300000')
    await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Paiements' }).getByRole('row')).toHaveCount(2)
    expect(plain(await segments(page).nth(1).getAttribute('aria-label'))).toBe(
      'Échéance 2, Mensualité 2, 50 000,00 DA reçus sur 250 000,00 DA, en retard',
    )
    // The focus goes there once the dialog has left.
    await expect(page.getByRole('button', { name: 'Imprimer le reçu', exact: true })).toBeFocused()
    await segments(page).first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(segments(page).nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name: /Mensualité 2/ })).toBeFocused()
    await page.getByRole('button', { name: "Plus d'actions" }).click()
    await page.getByRole('menuitem', { name: 'Modifier le dossier' }).click()
    await dialog(page).getByLabel('Contrat').fill('01/01/2020')
    await dialog(page).getByLabel('Notaire').fill('Maître Zohra Belkacem')
    await page.keyboard.press('Tab')
    await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
    await expect(
      dialog(page)
        .getByText(/^Le contrat ne peut pas précéder la réservation/)
        .first(),
    ).toBeVisible()
    await dialog(page).getByLabel('Contrat').fill('')
    await dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Dossier modifié avec succès !')).toBeVisible()
    await openPart(page, 'Suivi')
    await expect(page.getByText('Maître Zohra Belkacem')).toBeVisible()
  },
)

/** Elements in sight that bear the red of the theme as text or ground. */
const reds = (page: Page) =>
  main(page).evaluate((place) => {
    const probe = place.appendChild(document.createElement('span'))
    const red = ['--diyar-red', '--diyar-red-bar', '--diyar-red-tint'].map((token) => {
      probe.style.color = `var(${token})`
      return getComputedStyle(probe).color
    })
    probe.remove()
    return [...place.querySelectorAll('*')]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { color, backgroundColor } = getComputedStyle(one)
        return red.includes(color) || red.includes(backgroundColor)
      })
      .map((one) => one.textContent)
  })

const LIGNES = [-20, 30, 60, 90, 120]
/** A dossier of five lines of 200 000 DA, the first late by 150 000 DA and a rejected cheque, with what its buyer has signed and been told. */
async function sellLate(api: Api, numLot: string): Promise<number> {
  const { lieu, long } = await furnish(api)
  const lot = await createLot(api, lieu.etage, numLot, 'F3', long)
  const { id } = await dossierOf(api, numLot)
  const today = aujourdhui()
  await api.put(`/api/ventes/${id}`, {
    reservation_le: addJours(today, -60),
    contrat_le: addJours(today, -30),
  })
  await api.put(`/api/ventes/${id}/echeancier`, {
    lignes: LIGNES.map((jours, rang) => ({
      libelle: `Tranche ${rang + 1}`,
      montant: 200_000,
      declencheur: 'date',
      date_prevue: addJours(today, jours),
    })),
  })
  await pay(api, long, { appartement_id: lot }, 50_000)
  const cheque = await api.create('/api/paiements', {
    client_id: long,
    appartement_id: lot,
    versement: 100_000,
    date_paiement: '2026-03-02',
    mode: 'cheque',
    banque: 'BNA',
    reference: '0012345',
  })
  await api.post(`/api/cheques/${cheque}/rejeter`, { rejete_le: today, motif: 'Provision insuffisante' })
  await api.post('/api/relances', { vente_ids: [id], canal: 'telephone', note: 'Paie lundi' })
  return id
}

// spec: EC-31
test('one bar says how much is paid, and red is for what is late alone', async ({ page }) => {
  const api = await signIn(page)
  const { lieu, long } = await furnish(api)
  const lot = await createLot(api, lieu.etage, 'C-1', 'F3', long)
  await pay(api, long, { appartement_id: lot }, 50_000)
  const { id } = await dossierOf(api, 'C-1')
  const state = page.getByRole('region', { name: 'Où en est la vente' })
  await page.goto(`/ventes/${id}?partie=echeancier`)
  await expect(state).toContainText('Sans échéancier')
  await expect(state.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^5\s%$/)
  await expect(state.getByRole('button', { name: "Générer l'échéancier" })).toBeVisible()
  await atRest(page)
  expect(await reds(page)).toEqual([])
  await api.put(`/api/ventes/${id}/echeancier`, {
    lignes: [{ libelle: 'Tout', montant: 1_000_000, declencheur: 'date', date_prevue: '2031-01-01' }],
  })
  await page.reload()
  await expect(segments(page)).toHaveCount(1)
  await expect(state.getByRole('progressbar')).toHaveCount(0)
  await expect(state).toContainText(/Payé : 5\s%/)
  // A contrast theme draws what is paid, and the chosen part, in colours of its own.
  await page.emulateMedia({ forcedColors: 'active' })
  const ground = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await ground(segments(page).locator('span'))).not.toBe(await ground(segments(page)))
  const under = (selected: boolean) =>
    page
      .getByRole('tab', { selected })
      .first()
      .evaluate((tab) => getComputedStyle(tab).borderBottomColor)
  expect(await under(true)).not.toBe(await under(false))
  await page.emulateMedia({ forcedColors: null })
  for (const partie of ['echeancier', 'paiements', 'pieces', 'relances']) {
    await page.goto(`/ventes/${id}?partie=${partie}`)
    await expect(segments(page)).toHaveCount(1)
    await atRest(page)
    expect([partie, await reds(page)]).toEqual([partie, []])
  }
})

// spec: EC-32
test('its parts are in the address, moved by arrows, remembered, and say what they hold and owe; paper has them all', async ({
  page,
}) => {
  const api = await signIn(page)
  const id = await sellLate(api, 'C-2')
  const { data } = (await api.get('/api/parametres')) as {
    data: { pieces: { valeur: { types: { portee: string }[] } } }
  }
  const types = data.pieces.valeur.types.map((type) => ({ ...type, obligatoire: type.portee === 'vente' }))
  await api.put('/api/parametres/pieces', { valeur: { types } })
  const { manquantes } = (await api.get(`/api/pieces?vente_id=${id}`)) as { manquantes: unknown[] }
  const tabs = page.getByRole('tab')
  await page.goto(`/ventes/${id}`)
  const today = formatJourCourt(aujourdhui()).slice(0, 5)
  await expect(tabs).toHaveText([
    'Échéancier 5',
    'Paiements 2 · chèque rejeté',
    `Pièces et documents · ${manquantes.length} à fournir`,
    `Suivi · relancé le ${today}`,
  ])
  await tabs.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/partie=paiements/)
  await expect(tabs.nth(1)).toBeFocused()
  await expect(tabs.nth(1)).toHaveText('Paiements 2')
  await expect(tabs.first()).toHaveText(/^Échéancier 5 · 150\s000,00\sDA en retard$/)
  await expect(page.getByRole('table', { name: 'Paiements' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Échéancier' })).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/partie=pieces/)
  await expect(page.getByRole('list', { name: 'Pièces obligatoires' })).toContainText('À fournir')
  await expectAccessible(page)
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/partie=relances/)
  await expect(page.getByRole('table', { name: 'Relances' })).toBeVisible()
  // The next dossier opens at the part that was chosen last.
  const { id: autre } = await dossierOf(api, 'A-13')
  await page.goto(`/ventes/${autre}`)
  await expect(page.getByRole('region', { name: 'Historique' })).toBeVisible()
  await page.goto(`/ventes/${id}?partie=echeancier`)
  await expect(page.getByRole('table', { name: 'Échéancier' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const title of ['Échéancier', 'Acquéreurs', 'Paiements', 'Pièces', 'Documents établis', 'Relances'])
    await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  for (const [width, most] of [
    [1280, 1300],
    [390, 2200],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    for (const partie of ['echeancier', 'paiements', 'pieces', 'relances']) {
      await page.goto(`/ventes/${id}?partie=${partie}`)
      await expect(segments(page)).toHaveCount(5)
      await atRest(page)
      expect(await page.evaluate(() => document.documentElement.scrollHeight), partie).toBeLessThanOrEqual(
        most,
      )
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  }
})

test('is reached from the payments, the report, the recap and the biens of a client', async ({ page }) => {
  const api = await signIn(page)
  const { arabe, grand } = await furnish(api)
  const { id, dossier } = await dossierOf(api, 'A-12')
  const leads = async (address: string, name: string | RegExp) => {
    await page.goto(address)
    await page.getByRole('link', { name, exact: true }).first().click()
    await expect(page).toHaveURL(`/ventes/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(dossier)
  }
  await leads(`/clients/${arabe}/paiements/${grand}`, `Dossier ${dossier}`)
  await leads(`/appartement?rapport=${grand}`, `Dossier ${dossier}`)
  await leads(`/appartement?details=${grand}`, `Dossier ${dossier}`)
  await leads(`/clients?biens=${arabe}`, `Dossier ${dossier}`)
  await leads('/recap', `Ouvrir le dossier ${dossier}`)
  await leads('/paiements', dossier)
})

test('is offered in the place of a client who is only taken away, and the question is gone then', async ({
  page,
}) => {
  const api = await signIn(page)
  await furnish(api)
  const { id, dossier } = await dossierOf(api, 'A-13')
  await page.goto('/appartement')
  await card(page, 'Appartement A-13')
    .getByRole('button', { name: /^Retirer le client/ })
    .click()
  await expect(dialog(page)).toContainText(
    'Pour noter un motif, une retenue et des remboursements, faites plutôt un désistement dans le dossier',
  )
  await dialog(page)
    .getByRole('link', { name: `dossier ${dossier}` })
    .click()
  await expect(page).toHaveURL(`/ventes/${id}`)
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(dossier)
})

test('says that a dossier does not exist, and that one does not load', async ({ page }) => {
  const api = await signIn(page)
  await furnish(api)
  for (const nowhere of ['999999', 'abc', '0']) {
    await page.goto(`/ventes/${nowhere}`)
    await expect(page.getByText("Ce dossier n'existe pas ou a été supprimé.")).toBeVisible()
  }
  await page.getByRole('link', { name: 'Tous les dossiers' }).click()
  await expect(page.getByRole('heading', { name: 'Dossiers de vente' })).toBeVisible()
  const { id } = await dossierOf(api, 'A-12')
  await page.route(`${CALLS}/api/ventes*`, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.route(`${CALLS}/api/ventes/*`, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/ventes')
  await expect(page.getByText('Erreur lors du chargement des dossiers.')).toBeVisible()
  await page.goto(`/ventes/${id}`)
  await expect(page.getByText('Erreur lors du chargement du dossier.')).toBeVisible()
  await page.unroute(`${CALLS}/api/ventes/*`)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dossier')
})

for (const width of [1280, 390])
  test(`stands in the light and in the dark on ${width} px, with 120 lines, eleven digits and long names`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const api = await signIn(page)
    await furnish(api)
    const { id } = await dossierOf(api, 'A-12')
    await divide(api, id, MAX, 120)
    const held = async () => {
      await atRest(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await expectReadable(page)
    }
    await page.goto(`/ventes/${id}`)
    await expect(segments(page)).toHaveCount(120)
    await held()
    await segments(page).first().focus()
    await page.keyboard.press('End')
    await expect(segments(page).last()).toBeInViewport()
    await page.getByRole('button', { name: "Plus d'actions" }).click()
    await held()
    await page.getByRole('menuitem', { name: 'Modifier le dossier' }).click()
    await expect(dialog(page)).toBeVisible()
    await held()
    await page.goto('/ventes')
    await expect(page.locator(`main :is(tbody tr, ${PHONE_ROWS})`).first()).toBeVisible()
    await held()
    const { id: autre } = await dossierOf(api, 'A-13')
    await page.goto(`/ventes/${autre}`)
    await expect(page.getByText('Aucun échéancier pour ce dossier.')).toBeVisible()
    await held()
  })
