import { stat } from 'node:fs/promises'
import { formatJourCourt, aujourdhui } from '../shared/dates.ts'
import {
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
import { createClient, createLieu, createLot } from './portefeuille.ts'
import { CALLS, choose, dialog, menu, PHONE_ROWS, plain } from './screen.ts'

withServer()

const ARABE = 'محمد الأمين بن عبد الله'
const LONG = "Société civile immobilière des copropriétaires réunis d'Aïn Témouchent ".padEnd(255, 'x')

const rows = (page: Page) => page.locator('main tbody').getByRole('row')
const open = (page: Page, search = '') => openScreen(page, `/journal${search}`, 'Journal')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Nom, numéro de lot ou de reçu...' })

let lot = 0
let client = 0
/** The day on which the price changed, or the two between which it did. */
let jours: string[] = []

/** A lot whose price changed and that was sold to nobody in the end, a client of many changes. */
async function fill(api: Api): Promise<void> {
  const { etage } = await createLieu(api, 'Les Jardins')
  lot = await createLot(api, etage, 'A-12', 'F3')
  const fiche = (await api.get(`/api/appartements/${lot}`)) as object
  const before = aujourdhui()
  await api.put(`/api/appartements/${lot}`, { ...fiche, montant: 1_250_000.5, version: undefined })
  jours = [before, aujourdhui()].map(formatJourCourt)
  client = await createClient(api, ARABE)
  await api.put(`/api/appartements/${lot}/assigner-client`, { client_id: client })
  await api.put(`/api/appartements/${lot}/retirer-client`, {})
  for (let n = 1; n <= 60; n++)
    await api.put(`/api/clients/${client}`, {
      nomComplet: ARABE,
      tel: '0555 12 34 56',
      email: 'client@exemple.dz',
      adresse: n === 60 ? LONG : `Rue ${n}`,
    })
}

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (client > 0) return
  await fill(api)
})

// spec: AD-07
test('says who did what, to what, and what it was before', async ({ page }) => {
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  await menu(page).getByRole('link', { name: 'Journal' }).click()
  await expect(page).toHaveTitle('Diyar - Journal')
  await expect(rows(page)).toHaveCount(50)
  await open(page, '?objet=appartement')
  const changed = rows(page).filter({ hasText: 'Modification' })
  expect(plain(await changed.textContent())).toContain('Prix 1 000 000,00 DA1 250 000,50 DA')
  await expect(changed).toContainText(new RegExp(jours.join('|')))
  await expect(changed).toContainText('Karim Benali')
  await expect(changed.locator('s')).toHaveText(/^1.000.000,00.DA$/)
  const added = rows(page).filter({ hasText: 'Ajout' })
  await expect(added.getByRole('listitem')).toHaveCount(2)
  await added.getByRole('button', { name: /^Afficher les \d autres$/ }).click()
  await expect(added.getByRole('listitem').filter({ hasText: 'Surface habitable 80,5' })).toBeVisible()
  await expect(page.getByText('Début du journal.')).toBeVisible()
  await changed.getByRole('link', { name: 'Appartement A-12' }).click()
  await expect(page).toHaveURL(`/appartement?details=${lot}`)
  await expect(dialog(page)).toContainText('A-12')
})

test('is narrowed by what its address says', async ({ page }) => {
  await open(page)
  await choose(page, 'Objet', 'Vente')
  await expect(page).toHaveURL('/journal?objet=vente')
  await expect(rows(page)).toHaveCount(2)
  await choose(page, 'Action', 'Retrait du client')
  await expect(page).toHaveURL('/journal?objet=vente&action=retirer')
  await expect(rows(page)).toHaveCount(1)
  await choose(page, 'Membre', 'Karim Benali')
  await expect(page).toHaveURL(/membre=1/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue('Retrait du client')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(page).toHaveURL('/journal')
  await search(page).fill('a-')
  await expect(page.getByText('Tapez au moins 3 lettres.')).toBeVisible()
  await expect(rows(page)).toHaveCount(50)
  await search(page).fill('a-12')
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL('/journal?recherche=a-12')
  await search(page).fill('personne ici')
  await expect(page.getByText('Aucune ligne pour ces critères.')).toBeVisible()
  await open(page, '?au=2020-01-01')
  await expect(page.getByText('Aucune ligne pour ces critères.')).toBeVisible()
})

test('goes down to its beginning, fifty lines at a time', async ({ page }) => {
  await open(page)
  await expect(rows(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Afficher les 50 suivantes' }).click()
  await expect(page.getByText('Début du journal.')).toBeVisible()
  const all = await rows(page).count()
  expect(all).toBeGreaterThan(65)
  await expect(rows(page).last()).toContainText('Inscription')
})

test('becomes a workbook', { tag: ['@journal', '@jour'] }, async ({ page }) => {
  await open(page, '?objet=client')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('journal.xlsx')
  expect((await stat(await download.path())).size).toBeGreaterThan(4_000)
  await page.route(`${CALLS}/api/journal/export*`, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Excel' }).click()
  await expect(page.getByText("Erreur lors de l'exportation du journal.")).toBeVisible()
})

test('tells when it cannot be read, and tries again', async ({ page }) => {
  await page.route(`${CALLS}/api/journal?*`, (route) => route.fulfill({ status: 400, body: '{}' }))
  await open(page)
  await expect(page.getByText('Erreur lors du chargement du journal.')).toBeVisible()
  await page.unroute(`${CALLS}/api/journal?*`)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(rows(page)).toHaveCount(50)
})

// spec: AD-12
test('« Historique » has all that was done to one record, twenty at a time', async ({ page }) => {
  await openScreen(page, `/clients/${client}`, ARABE)
  await page.getByRole('button', { name: 'Historique' }).click()
  const history = dialog(page, `Historique : ${ARABE}`)
  const lines = history.locator('tbody').getByRole('row')
  await expect(lines).toHaveCount(20)
  await expect(lines.first()).toContainText('Adresse')
  await expectAccessible(page)
  for (const count of [40, 60, 63]) {
    await history.getByRole('button', { name: 'Afficher la suite' }).click()
    await expect(lines).toHaveCount(count)
  }
  await expect(history.getByRole('button', { name: 'Afficher la suite' })).toHaveCount(0)
  await expect(lines.filter({ hasText: 'Retrait du client' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Historique' })).toBeFocused()
})

test('is found by its name from anywhere', async ({ page }) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await page.keyboard.press('Control+K')
  await page.keyboard.type('journal')
  await page
    .getByRole('option', { name: /^Journal/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()
})

// spec: AD-39
for (const width of [1280, 390])
  test(`reads in the light and in the dark, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await open(page)
    const lines = width === 390 ? page.locator(`main ${PHONE_ROWS}`) : rows(page)
    await expect(lines).toHaveCount(50)
    await expectReadable(page)
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    // spec: RF-60, RF-63
    const high = await lines.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    // On a desk the first row has one change that is longer than three lines.
    expect(Math.max(...high.slice(width === 390 ? 0 : 1))).toBeLessThanOrEqual(72)
    if (width === 390) await lines.first().getByRole('button').press('Enter')
    await expect(lines.first().getByText('…')).toBeVisible()
  })
