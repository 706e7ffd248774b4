import { readPdf } from '../test/harness/pdf.ts'
import {
  atRest,
  expect,
  expectAccessible,
  moveTo,
  preferDark,
  showDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { CONTROLS, PAPER } from './matrix/looks.ts'
import { SCREENS } from './screen.ts'

withServer('demo')

const DEMO = { email: 'demo@diyar.dz', password: 'Demonstration1!' }

async function open(page: Page, address: string): Promise<void> {
  await moveTo(page, address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await atRest(page)
}

/** Returns the lightness of a colour as the sum of red, green and blue: 0 is black, 765 white. */
const light = (page: Page, selector: string, property: 'color' | 'backgroundColor') =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => {
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(element)[name].match(/\d+/g) ?? []).map(Number)
      return red + green + blue
    }, property)

test('every screen prints its content alone, dark on white, from the dark mode as from the light one', async ({
  page,
}) => {
  test.slow()
  await signIn(page, DEMO)
  for (const address of SCREENS) {
    await open(page, address)
    await page.setViewportSize(PAPER)
    for (const dark of [false, true]) {
      await showDark(page, dark)
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator(CONTROLS).filter({ visible: true }), address).toHaveCount(0)
      expect(await light(page, 'body', 'backgroundColor'), address).toBe(765)
      expect(await light(page, 'h1', 'color'), address).toBeLessThan(200)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${address} is as wide as the paper`,
      ).toBeLessThanOrEqual(PAPER.width)
      await page.emulateMedia({ media: null })
    }
    const { text } = await readPdf(await page.pdf({ format: 'A4' }))
    for (const control of ['Aller au contenu', 'Rechercher partout', 'Ctrl K', 'Déconnexion'])
      expect(text, address).not.toContain(control)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  await expect(page.getByRole('banner')).toBeVisible()
})

test('tables stay tables on paper, also of a phone, and bars keep their colour', async ({ page }) => {
  await preferDark(page, true)
  await signIn(page, DEMO)
  await open(page, '/recap')
  const payments = (await page.locator('tbody th a').first().getAttribute('href')) ?? ''
  for (const width of [1366, 390]) {
    for (const address of ['/recap', '/charges', payments]) {
      await page.setViewportSize({ width, height: 800 })
      await open(page, address)
      await page.emulateMedia({ media: 'print' })
      const row = page.locator('main tbody tr').first()
      await expect(row).toBeVisible()
      await page.setViewportSize(PAPER)
      await expect(row).toHaveCSS('display', 'table-row')
      await expect(page.locator('main thead').first()).toHaveCSS('display', 'table-header-group')
      await page.emulateMedia({ media: null })
    }
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await open(page, '/recap')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main [role="progressbar"] > *').first()).toHaveCSS('print-color-adjust', 'exact')
})

test('a list shown as a table is as wide as the paper, and cuts no name', async ({ page }) => {
  await signIn(page, DEMO)
  for (const address of ['/appartement', '/locaux', '/clients', '/paiements']) {
    await open(page, address)
    await page.getByText('Tableau', { exact: true }).click()
    await expect(page.locator('main tbody tr').first()).toBeVisible()
    await atRest(page)
    await page.setViewportSize(PAPER)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('main tbody tr').first()).toHaveCSS('display', 'table-row')
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      `${address} is as wide as the paper`,
    ).toBeLessThanOrEqual(PAPER.width)
    const cut = await page
      .locator('main tbody :is(th, td):visible')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
      )
    expect(cut, address).toEqual([])
    // No column is left so narrow that its words fall apart: nothing takes more than a name of three lines and a place of two.
    const heights = await page
      .locator('main tbody tr')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(Math.max(...heights), address).toBeLessThan(110)
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

test('no card is cut across two pages', async ({ page }) => {
  await signIn(page, DEMO)
  for (const address of ['/appartement', '/clients', '/residence']) {
    await open(page, address)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('article').first()).toHaveCSS('break-inside', 'avoid')
    await page.emulateMedia({ media: null })
  }
})

test('a dialog prints alone and whole', async ({ page }) => {
  const api = await signIn(page, DEMO)
  const { data } = (await api.get('/api/recap-paiements')) as { data: { client: { id: number } }[] }
  await open(page, `/clients?biens=${data[0]?.client.id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Résidence/).first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden()
  await expect(page.locator(CONTROLS).filter({ visible: true })).toHaveCount(0)
  await expect(dialog).toHaveCSS('position', 'static')
})

/** The screens of a sale, and what they open by their address. */
const VENTE = [
  '/dashboard',
  '/ventes',
  '/ventes?vendre=oui',
  '/ventes?sans_echeancier=1',
  '/ventes/12',
  '/ventes/12?partie=pieces',
  '/clients/5',
  '/plan-de-vente?residence=1',
  '/plan-de-vente?residence=1&vue=client',
  '/echeances',
  '/cheques',
  '/paiements?vue=versements',
  '/users',
]
const LOOKS = [
  [true, 1280, 800],
  [false, 390, 844],
  // A window of 1280 px at 200 %.
  [false, 640, 400],
] as const

// spec: EC-45
test('every screen of a sale is for everybody: on a desk in the dark, on a phone in the light, at twice the size; and prints its content alone', async ({
  page,
}) => {
  await signIn(page, DEMO)
  for (const [dark, width, height] of LOOKS) {
    await preferDark(page, dark)
    await page.setViewportSize({ width, height })
    for (const address of VENTE) {
      await page.goto(address)
      await atRest(page)
      const sideways = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect([address, width, sideways]).toEqual([address, width, 0])
      await expectAccessible(page)
      if (width > 390 || address.includes('vue') || address.includes('vendre')) continue
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator(CONTROLS).filter({ visible: true }), address).toHaveCount(0)
      await page.emulateMedia({ media: null })
    }
  }
})
