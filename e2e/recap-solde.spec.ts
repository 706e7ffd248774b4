import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { expect, expectAccessible, PDF, preferDark, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, sellPlace } from './portefeuille.ts'
import { choose, plain } from './screen.ts'

withServer()

const rows = (page: Page) => page.locator('tbody').getByRole('row')
const lots = (page: Page) => page.locator('tbody').getByRole('rowheader')
const header = (page: Page) => page.getByRole('columnheader', { name: 'Reste à payer' })
const totals = async (page: Page) => plain(await page.locator('footer[aria-label]').textContent())
const asked = (page: Page) => new URLSearchParams(new URL(page.url()).search)
const soldeEtTri = (url: string) => {
  const { searchParams } = new URL(url)
  return [searchParams.get('solde'), searchParams.get('tri')]
}
let seeded = false

/** Ali has paid one lot and owes 100 on another and 700 on a third; Zohra owes 600; Bilal has paid all he bought. */
async function open(page: Page, query = ''): Promise<void> {
  const api = await signIn(page)
  if (!seeded) {
    const lieu = await createLieu(api, 'Les Jardins')
    const ali = await createClient(api, 'Ali Benali')
    await pay(api, ali, { appartement_id: await sellAppartement(api, lieu, ali, 'A-1', 1000) }, 1000)
    await pay(api, ali, { appartement_id: await sellAppartement(api, lieu, ali, 'A-2', 1000) }, 900)
    await pay(api, ali, { appartement_id: await sellAppartement(api, lieu, ali, 'A-3', 1000) }, 300)
    const bilal = await createClient(api, 'Bilal Cherif')
    await pay(api, bilal, { place_parking_id: await sellPlace(api, lieu, bilal, 7, 3333) }, 3333)
    const zohra = await createClient(api, 'Zohra Mansouri')
    await pay(api, zohra, { appartement_id: await sellAppartement(api, lieu, zohra, 'A-9', 2757) }, 2157)
    seeded = true
  }
  await page.goto(`/recap${query}`)
  await expect(rows(page).first()).toBeVisible()
}

test('who still owes something, the largest debt first: on screen, in the address and over all pages', async ({
  page,
}) => {
  await open(page)
  await expect(lots(page)).toHaveText(['A-1', 'A-2', 'A-3', '7', 'A-9'])
  await choose(page, 'Solde', 'Reste à payer')
  await expect(lots(page)).toHaveText(['A-2', 'A-3', 'A-9'])
  await expect
    .poll(() => totals(page))
    .toBe('Nombre de biens3Montant global4 757,00 DATotal payé3 357,00 DATotal restant1 400,00 DA')
  await expect.poll(() => asked(page).get('solde')).toBe('reste')

  const sort = header(page).getByRole('button', { name: 'Reste à payer' })
  await sort.focus()
  await page.keyboard.press('Enter')
  await expect(lots(page)).toHaveText(['A-3', 'A-2', 'A-9'])
  await expect(header(page)).toHaveAttribute('aria-sort', 'descending')
  await expect(sort).toBeFocused()
  // A client who owes on several biens stands where their sum puts him: it is said.
  expect(plain(await rows(page).first().textContent())).toContain('2 biens · reste 800,00 DA')
  expect(plain(await rows(page).nth(2).textContent())).not.toContain('· reste')
  await page.reload()
  await expect(lots(page)).toHaveText(['A-3', 'A-2', 'A-9'])
  await expect(page.getByRole('combobox', { name: 'Solde' })).toHaveValue('Reste à payer')

  await sort.click()
  await expect(lots(page)).toHaveText(['A-2', 'A-3', 'A-9'])
  await expect(header(page)).toHaveAttribute('aria-sort', 'none')
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(lots(page)).toHaveText(['A-1', 'A-2', 'A-3', '7', 'A-9'])
  await expect(page).not.toHaveURL(/\?/)
})

test('Excel and PDF are of what the screen shows, and say so', async ({ page }) => {
  await open(page, '?solde=reste&tri=reste')
  await expect(lots(page)).toHaveText(['A-3', 'A-2', 'A-9'])
  for (const name of ['Excel', 'PDF']) {
    const [download, request] = await Promise.all([
      page.waitForEvent('download'),
      page.waitForRequest(/recap-paiements\/export/),
      page.getByRole('button', { name, exact: true }).click(),
    ])
    expect(soldeEtTri(request.url())).toEqual(['reste', 'reste'])
    if (name === 'PDF') continue
    const [sheet] = (await readXlsx(await readFile(await download.path()))).sheets
    expect(sheet?.rows.map(([lot]) => lot)).toEqual([
      'N° Lot',
      'A-3',
      'A-2',
      'A-9',
      3,
      null,
      'Toutes les résidences · Solde : reste à payer · Du plus grand reste au plus petit',
    ])
  }
})

test('Imprimer is of what the screen shows', { tag: PDF }, async ({ page, context }) => {
  await context.addInitScript(() => (window.print = () => {}))
  await open(page, '?solde=reste')
  const [, request] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForRequest(/recap-paiements\/print-pdf/),
    page.getByRole('button', { name: 'Imprimer' }).click(),
  ])
  expect(soldeEtTri(request.url())).toEqual(['reste', null])
})

test('what the address says otherwise is all; nobody who owes is said as nothing found', async ({ page }) => {
  await open(page, '?solde=tout&tri=nom')
  await expect(lots(page)).toHaveText(['A-1', 'A-2', 'A-3', '7', 'A-9'])
  await expect(page.getByRole('combobox', { name: 'Solde' })).toHaveValue('Tous')
  await page.getByPlaceholder('Client, N° Lot, ou Place de parking...').fill('bilal')
  await expect(lots(page)).toHaveText(['7'])
  await choose(page, 'Solde', 'Reste à payer')
  await expect(page.getByText('Aucun résultat trouvé pour ces critères.')).toBeVisible()
})

test('bars have one length, and a remainder of nothing is no link of colour', async ({ page }) => {
  await open(page)
  const widths = await page
    .locator('tbody [role="progressbar"]')
    .evaluateAll((tracks) => tracks.map((track) => Math.round(track.getBoundingClientRect().width)))
  // 100 %, 90 %, 30 %, 100 %, 78,24 %
  expect(new Set(widths).size, widths.join(', ')).toBe(1)
  const colour = (row: number) =>
    rows(page)
      .nth(row)
      .getByRole('button')
      .evaluate((button) => getComputedStyle(button).color)
  const dimmed = await page
    .locator('thead th')
    .first()
    .evaluate((th) => getComputedStyle(th).color)
  expect(await colour(0)).toBe(dimmed)
  expect(await colour(1)).not.toBe(dimmed)
})

test('on a phone the order is chosen beside the filter; accessible in the dark and in the light', async ({
  page,
}) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    await open(page, '?solde=reste&tri=reste')
    await expect(rows(page)).toHaveCount(3)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const names = page.getByRole('article').getByRole('heading')
  await expect(names).toHaveText(['Appartement A-3', 'Appartement A-2', 'Appartement A-9'])
  await page.getByRole('button', { name: 'Filtres (2)' }).click()
  await choose(page, 'Ordre', 'Par client')
  await expect(names).toHaveText(['Appartement A-2', 'Appartement A-3', 'Appartement A-9'])
  await choose(page, 'Ordre', 'Par reste à payer')
  await expect(names).toHaveText(['Appartement A-3', 'Appartement A-2', 'Appartement A-9'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})
