import { writeXlsx } from 'hucre/xlsx'
import {
  expect,
  expectAccessible,
  expectReadable,
  openScreen,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { alert, choose, dialog, menu, plain } from './screen.ts'

withServer()

type Rows = (string | number | null)[][]
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const LONG = "Résidence des copropriétaires réunis d'Aïn Témouchent ".padEnd(255, 'x')
const ARABE = 'إقامة الياسمين'

async function classeur(name: string, feuilles: Record<string, Rows>) {
  const sheets = Object.entries(feuilles).map(([sheet, rows]) => ({ name: sheet, rows }))
  return { name, mimeType: XLSX, buffer: Buffer.from(await writeXlsx({ sheets })) }
}
const bon = (name: string, ...noms: string[]) =>
  classeur(name, {
    Résidences: [['Nom *', 'Adresse *'], ...noms.map((nom) => [nom, 'Route de Chéraga, Alger'])],
    Blocs: [['Résidence *', 'Nom *', 'Description *'], ...noms.map((nom) => [nom, 'Bloc A', 'R+9'])],
  })
const mauvais = () =>
  classeur('à corriger.xlsx', {
    Résidences: [
      ['Nom *', 'Adresse *'],
      [LONG, 'Alger'],
    ],
    Blocs: [
      ['Résidence *', 'Nom *', 'Description *'],
      ...Array.from({ length: 60 }, (_, n) => [n % 2 ? LONG : `Inconnue ${n}`, `Bloc ${n}`, 'R+9']),
    ],
    Lots: [['Une autre feuille']],
  })

const file = (page: Page) => page.locator('input[type=file]')
const verify = (page: Page) => page.getByRole('button', { name: 'Vérifier' }).click()
const shown = (page: Page) => page.getByRole('region', { name: 'Import', exact: true })
const rows = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row')
const open = (page: Page, search = '') => openScreen(page, `/importer${search}`, 'Importer un portefeuille')

test.beforeEach(async ({ page }) => {
  await signIn(page)
})

// spec: PO-22
test(
  'a portfolio is checked, confirmed and written; it is there again when one comes back',
  { tag: ['@imports', '@jour'] },
  async ({ page }) => {
    await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
    await menu(page).getByRole('link', { name: 'Importer' }).click()
    await expect(page).toHaveTitle('Diyar - Importer un portefeuille')
    await expect(page.getByText("Aucun import pour l'instant.")).toBeVisible()
    await verify(page)
    await expect(page.getByText('Veuillez choisir un classeur.')).toBeVisible()
    await file(page).setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b') })
    await verify(page)
    await expect(page.getByText('Le fichier doit être un classeur Excel (.xlsx).')).toBeVisible()
    await file(page).setInputFiles(await bon('portefeuille.xlsx', 'El Yasmine', ARABE))
    await verify(page)
    await expect(shown(page).getByText('Prêt : 4 fiches à créer, 0 déjà là, aucune erreur.')).toBeVisible()
    await expect(page).toHaveURL(/import=\d+/)
    expect(await rows(page, 'Feuilles du classeur').allTextContents()).toEqual([
      'Résidences220000—',
      'Blocs220000—',
    ])
    await openScreen(page, '/residence', 'Nos Résidences')
    await open(page)
    await expect(shown(page).getByText('Prêt : 4 fiches à créer')).toBeVisible()
    await shown(page).getByRole('button', { name: 'Importer', exact: true }).click()
    await expect(dialog(page)).toContainText('4 fiches vont être créées. Tout est importé, ou rien.')
    await dialog(page).getByRole('button', { name: 'Importer' }).click()
    await expect(shown(page).getByText('Import terminé : 4 fiches créées, 0 modifiée.')).toBeVisible({
      timeout: 20_000,
    })
    await expect(shown(page).getByText(/^Sauvegarde faite avant : avant-import-\d+\.tar$/)).toBeVisible()
    const previous = rows(page, 'Imports précédents').first()
    await expect(previous).toContainText('Terminé')
    await expect(previous).toContainText('portefeuille.xlsx')
    await openScreen(page, '/residence', 'Nos Résidences')
    await expect(page.getByText(ARABE)).toBeVisible()
  },
)

test('what is wrong is told line by line, fifty at a time, by sheet and by gravity', async ({ page }) => {
  await open(page)
  await file(page).setInputFiles(await mauvais())
  await verify(page)
  await expect(shown(page).getByRole('alert')).toHaveText(
    "30 erreurs : rien n'a été écrit. Corrigez le classeur et envoyez-le de nouveau.",
  )
  await expect(shown(page).getByRole('button', { name: 'Importer', exact: true })).toHaveCount(0)
  const messages = rows(page, "Messages de l'import")
  await expect(messages).toHaveCount(31)
  await expect(messages.first()).toContainText("Feuille « Lots » ignorée : ce nom n'est pas dans le modèle.")
  await choose(shown(page), 'Gravité', 'Avertissements')
  await expect(page).toHaveURL(/gravite=avertissement/)
  await expect(messages).toHaveCount(1)
  await choose(shown(page), 'Gravité', 'Erreurs')
  await choose(shown(page), 'Feuille', 'Blocs')
  await expect(messages).toHaveCount(30)
  expect(plain(await messages.first().textContent())).toBe(
    "Blocs2Résidence A2ErreurCette résidence n'est ni dans la feuille Résidences ni dans Diyar.",
  )
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger le classeur annoté' }).click()
  expect((await download).suggestedFilename()).toBe('à corriger-annote.xlsx')
})

test('an import that waits is given up; another one is refused while it is written', async ({ page }) => {
  await open(page)
  await file(page).setInputFiles(await bon('attente.xlsx', 'Les Oliviers'))
  await verify(page)
  await expect(shown(page).getByText('Prêt : 2 fiches à créer')).toBeVisible()
  await shown(page).getByRole('button', { name: 'Abandonner' }).click()
  await expect(page.getByText("Import annulé : rien n'a été écrit.")).toBeVisible()
  await expect(shown(page).getByText("Annulé : rien n'a été écrit.", { exact: true })).toBeVisible()
  await page.route('**/api/imports', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          json: { message: 'Un import est déjà en cours. Attendez sa fin ou annulez-le.' },
        })
      : route.continue(),
  )
  await file(page).setInputFiles(await bon('autre.xlsx', 'Les Oliviers'))
  await verify(page)
  await expect(
    alert(page).filter({ hasText: 'Un import est déjà en cours. Attendez sa fin ou annulez-le.' }),
  ).toBeVisible()
  await page.unroute('**/api/imports')
})

test('progress is told in words, and can be stopped', async ({ page }) => {
  await open(page)
  await file(page).setInputFiles(await bon('suivi.xlsx', 'Les Cèdres'))
  await verify(page)
  await expect(shown(page).getByText('Prêt : 2 fiches à créer')).toBeVisible()
  await expect(page).toHaveURL(/import=\d+/)
  const id = new URL(page.url()).searchParams.get('import')
  const base = { statut: 'ecriture', fait: 0, total: 0, sauvegarde: null, peut_annuler: true }
  let now: object = base
  await page.route(`**/api/imports/${id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...now } })
  })
  await open(page, `?import=${id}`)
  await expect(shown(page).getByText("Sauvegarde avant l'import…").first()).toBeVisible()
  now = { ...base, fait: 34_000, total: 71_200, sauvegarde: 'avant-import-1.tar' }
  const progress = shown(page).getByRole('progressbar')
  await expect(progress).toHaveAttribute('aria-valuenow', '48')
  expect(
    plain(
      await shown(page)
        .getByText(/^Import : /)
        .textContent(),
    ),
  ).toBe('Import : 34 000 / 71 200 lignes')
  await expectAccessible(page)
  now = { ...base, statut: 'lecture', fait: 12_400, total: 71_200 }
  await expect(shown(page).getByText(/^Vérification : 12.400 \/ 71.200 lignes$/)).toBeVisible()
  await expect(shown(page).getByRole('button', { name: 'Annuler' })).toBeVisible()
  // The screen asks each second: an answer on its way when the test ends would be an error of nobody's.
  await page.unrouteAll({ behavior: 'wait' })
  await shown(page).getByRole('button', { name: 'Abandonner' }).click()
  await expect(shown(page).getByText("Annulé : rien n'a été écrit.", { exact: true })).toBeVisible()
})

test('the model and the portfolio are saved; Ctrl+K leads to both', async ({ page }) => {
  await open(page)
  const modele = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger le modèle' }).first().click()
  expect((await modele).suggestedFilename()).toBe('modele-portefeuille.xlsx')
  await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
  await page.keyboard.press('Control+k')
  await dialog(page).getByRole('combobox').fill('exporter le porte')
  await page.getByRole('option', { name: /Exporter le portefeuille/ }).click()
  await expect(page).toHaveURL(/\/importer\?exporter=oui/)
  const tout = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Tout' }).click()
  expect((await tout).suggestedFilename()).toMatch(/^portefeuille-\d{4}-\d\d-\d\d\.xlsx$/)
  await expect(page).not.toHaveURL(/exporter/)
})

test('a file that is dropped on the card is chosen', async ({ page }) => {
  await open(page)
  const { name, buffer } = await bon('glissé.xlsx', 'Les Pins')
  const data = await page.evaluateHandle(
    ({ nom, bytes }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], nom))
      return transfer
    },
    { nom: name, bytes: [...buffer] },
  )
  const card = page.locator('form')
  await card.dispatchEvent('dragover', { dataTransfer: data })
  await card.dispatchEvent('drop', { dataTransfer: data })
  await expect(card.getByText('glissé.xlsx')).toBeVisible()
  await verify(page)
  await expect(shown(page).getByText('Prêt : 2 fiches à créer')).toBeVisible()
  await shown(page).getByRole('button', { name: 'Abandonner' }).click()
  await expect(shown(page).getByText("Annulé : rien n'a été écrit.", { exact: true })).toBeVisible()
})

test('is read by everybody, in the dark and in the light, on a phone too', async ({ page }) => {
  await open(page)
  await file(page).setInputFiles(await mauvais())
  await verify(page)
  await expect(shown(page).getByRole('alert')).toBeVisible()
  await expect(rows(page, "Messages de l'import")).toHaveCount(31)
  for (const [width, height] of [
    [1280, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectReadable(page)
  }
})
