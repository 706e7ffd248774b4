import { stat } from 'node:fs/promises'
import { expect, expectReadable, openScreen, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, createLot } from './portefeuille.ts'
import { PHONE_ROWS } from './screen.ts'

withServer()

const ARABE = 'محمد الأمين بن عبد الله'
const LONG = "Société civile immobilière des copropriétaires réunis d'Aïn Témouchent ".padEnd(255, 'x')

const rows = (page: Page) => page.locator('main tbody').getByRole('row')
const open = (page: Page, search = '') => openScreen(page, `/journal${search}`, 'Journal')

let client = 0

/** A lot whose price changed and that was sold to nobody in the end, a client of many changes. */
async function fill(api: Api): Promise<void> {
  const { etage } = await createLieu(api, 'Les Jardins')
  const lot = await createLot(api, etage, 'A-12', 'F3')
  const fiche = (await api.get(`/api/appartements/${lot}`)) as object
  await api.put(`/api/appartements/${lot}`, { ...fiche, montant: 1_250_000.5, version: undefined })
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

test('becomes a workbook', { tag: ['@journal', '@jour'] }, async ({ page }) => {
  await open(page, '?objet=client')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('journal.xlsx')
  expect((await stat(await download.path())).size).toBeGreaterThan(4_000)
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
