import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { expect, expectReadable, openScreen, test, withServer, type Page } from './diyar.ts'

withServer()

const CALL = '**/backend/public/api/dashboard'
const chart = (page: Page) => page.getByRole('img', { name: 'Répartition Détaillée' })

const open = (page: Page) => openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')

/** How many pixels of the chart are painted, once it is. */
async function painted(page: Page): Promise<number> {
  let count = 0
  await expect(async () => {
    count = await chart(page).evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) return 0
      const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? []
      return pixels.filter((value, index) => index % 4 === 3 && value > 0).length
    })
    expect(count).toBeGreaterThan(0)
  }).toPass()
  return count
}

// spec: DASH-21, DASH-22
test(
  'Exporter gives a real workbook, Paramètres opens the settings for whoever may change them',
  { tag: ['@tableau-de-bord', '@jour'] },
  async ({ page }) => {
    await open(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exporter' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('tableau-de-bord.xlsx')
    const { sheets } = await readXlsx(await readFile(await file.path()))
    expect(sheets[0]?.rows[1]?.slice(0, 2)).toEqual(['Patrimoine', 'Total Résidences'])
    await page.route(`${CALL}/export`, (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Exporter' }).click()
    await expect(page.getByRole('alert')).toContainText("Erreur lors de l'export du tableau de bord.")
    await page.getByRole('main').getByRole('link', { name: 'Paramètres' }).click()
    await expect(page).toHaveURL(/\/parametres/)
  },
)

test('the dashboard is accessible, in the dark and in the light, and fits a phone', async ({ page }) => {
  await open(page)
  await painted(page)
  await expectReadable(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('combobox', { name: 'Type de graphique' }).selectOption('pie')
  await expect(page.getByRole('list', { name: 'Légende' })).toBeVisible()
  await expectReadable(page)
})

test('late amounts by age stand whole in their panel, on a phone and between two columns', async ({
  page,
}) => {
  const anciennete = { j0_30: 4_098_000, j31_60: 13_459_000, j61_90: 1_153_500, j90_plus: 99_999_999.99 }
  await page.route(CALL, async (route) => {
    const answer = await route.fetch()
    const lu = (await answer.json()) as { alertes: object }
    await route.fulfill({
      response: answer,
      json: { ...lu, alertes: { ...lu.alertes, montant_en_retard: 118_710_499.99, anciennete } },
    })
  })
  await open(page)
  const panel = page.locator('[data-encaissements]')
  for (const width of [390, 320, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const ages = page.getByRole('main').locator('[aria-label="Retards par ancienneté"] dd')
    await expect(ages).toHaveCount(4)
    const right = await panel.evaluate((element) => element.getBoundingClientRect().right)
    for (const age of await ages.all()) {
      const box = await age.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0), `${width}`).toBeLessThanOrEqual(right)
    }
  }
})
