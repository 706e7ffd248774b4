import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createEtage } from './portefeuille.ts'

withServer()

/** The script of the list under a select. */
const LIST = '**/assets/SelectList-*.js'
const NAMES = ['Les Cèdres', 'Les Pins', 'Les Pins Maritimes']

test.beforeAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: String(baseURL) })
  const api = await signIn(page)
  for (const name of NAMES) await createEtage(api, name)
  await page.close()
})

const open = (page: Page) => openScreen(page, '/etage', 'Gestion des Étages')
const field = (page: Page) => page.getByRole('combobox', { name: 'Résidence', exact: true })
const options = (page: Page) => page.getByRole('option')
const highlighted = (page: Page) => page.locator('[role=option][data-combobox-selected]')
/** All that says what the field is. */
const attributes = (page: Page) =>
  field(page).evaluate((input) =>
    Object.fromEntries([...input.attributes].map((one) => [one.name, one.value])),
  )
const loaded = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/SelectList-')),
  )

/** Keeps the list on its way until it is let go. */
async function hold(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(LIST, async (route) => (await held, route.continue()))
  return release
}

test('a screen does not load the list of its selects: the hand or the focus that comes near does', async ({
  page,
}) => {
  await signIn(page)
  await open(page)
  expect(await loaded(page)).toBe(false)
  const before = await attributes(page)
  await field(page).hover()
  await expect.poll(() => loaded(page)).toBe(true)
  await field(page).click()
  await expect(options(page)).toHaveText(['Toutes les résidences', ...NAMES])
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  expect(await attributes(page)).toEqual(before)
})

test('what is typed before the list is there is kept, in the same field, and searched when it comes', async ({
  page,
}) => {
  await signIn(page)
  const release = await hold(page)
  await open(page)
  const input = await field(page).elementHandle()
  await field(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('marit')
  await expect(field(page)).toHaveValue('marit')
  await expect(options(page)).toHaveCount(0)
  release()
  await expect(options(page)).toHaveText(['Les Pins Maritimes'])
  await expect(highlighted(page)).toHaveText('Les Pins Maritimes')
  await expect(field(page)).toHaveValue('marit')
  await expect(field(page)).toBeFocused()
  expect(await field(page).evaluate((now, then) => now === then, input)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('Les Pins Maritimes')
  await expect(page).toHaveURL(/residence=\d+/)
})

test('Tab and Enter take the match, the arrows count, also before the list is there', async ({ page }) => {
  await signIn(page)
  const release = await hold(page)
  await open(page)
  await field(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('cedres')
  await page.keyboard.press('Tab')
  await expect(field(page)).toHaveValue('Les Cèdres')
  await expect(field(page)).not.toBeFocused()
  await field(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('marit')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('Les Pins Maritimes')
  await expect(field(page)).toBeFocused()
  // From what is chosen, the last, to the first and the second.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(field(page)).toHaveValue('Les Pins Maritimes')
  release()
  await expect(field(page)).toHaveValue('Les Cèdres')
  await expect(options(page)).toHaveCount(0)
})

test('a click left before the list is there opens none; one that stays opens it', async ({ page }) => {
  await signIn(page)
  const release = await hold(page)
  await open(page)
  await field(page).click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Bloc', exact: true }).click()
  release()
  await expect(options(page)).toHaveText([/^Tous les blocs/, /Cèdres/, /Pins/, /Maritimes/])
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
})

test('a list that cannot come says so under its field, keeps what was typed, and comes at the next try', async ({
  page,
}) => {
  await signIn(page)
  await open(page)
  await page.route(LIST, (route) => route.abort('internetdisconnected'))
  const before = await attributes(page)
  await field(page).click()
  const sentence = page.getByText(
    "La liste n'a pas pu être chargée. Vérifiez votre connexion, puis réessayez.",
  )
  await expect(sentence).toBeVisible()
  await expect(field(page)).toHaveAccessibleDescription(/La liste n'a pas pu être chargée/)
  await expect(field(page)).toBeFocused()
  await page.unroute(LIST)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('pins m')
  await expect(options(page)).toHaveText(['Les Pins Maritimes'])
  await expect(sentence).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('Les Pins Maritimes')
  await expect.poll(async () => Object.keys(await attributes(page))).toEqual(Object.keys(before))
})
