import {
  atRest,
  expect,
  expectAccessible,
  openScreen,
  signIn,
  test as base,
  withServer,
  type Page,
} from './diyar.ts'
import { palette } from './palette.ts'
import { createClient, createEtage, createLot } from './portefeuille.ts'
import { CALLS, dialog, menu } from './screen.ts'

withServer()

/** A failure made on purpose is told in the console: there it is right. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from its pattern
  quiet: async ({}, use) => use(undefined),
})

const MISSING = "Cette fenêtre n'a pas pu être chargée."
const BROKEN = "Cet écran n'a pas pu s'afficher."
const AWAY = 'Diyar ne répond pas pour le moment.'

const add = (page: Page) => page.getByRole('button', { name: 'Ajouter un client' }).first()
const retry = (page: Page) => page.getByRole('button', { name: 'Réessayer' })

/** Loses a script, as after a new version: the file that had its name is not there any more. */
const lose = (page: Page, name: string) =>
  page.route(`**/assets/${name}-*.js`, (route) => route.fulfill({ status: 404, body: '' }))

/** Makes the page start with another script, as after a new version. */
async function renew(page: Page, version: string): Promise<void> {
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const answer = await route.fetch()
      const html = (await answer.text()).replace(/assets\/index-[^"]+\.js/, `assets/index-${version}.js`)
      await route.fulfill({ response: answer, body: html })
    },
  )
}

/** Whether the page was loaded again: a mark on it would be gone. */
const mark = (page: Page) => page.evaluate(() => void (document.documentElement.dataset['marque'] = 'oui'))
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.dataset['marque'] === 'oui')

test(
  'a dialog whose script is missing says so in its place, and opens once it is there',
  { tag: ['@kit', '@jour'] },
  async ({ page }) => {
    await openScreen(page, '/clients', 'Gestion des Clients')
    await mark(page)
    await lose(page, 'ClientForm')
    await add(page).click()
    await expect(dialog(page)).toContainText(MISSING)
    await expect(page.getByText(AWAY)).toHaveCount(0)
    await expect(menu(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Gestion des Clients' })).toBeVisible()
    await expect(retry(page)).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await add(page).click()
    await expect(dialog(page)).toContainText(MISSING)
    await page.unroute('**/assets/ClientForm-*.js')
    await retry(page).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Nom complet' })).toBeVisible()
    expect(await isMarked(page)).toBe(true)
  },
)

test('offline for a moment: the next click opens the dialog, with its styles, and the next screen comes', async ({
  page,
  context,
}) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await mark(page)
  await context.setOffline(true)
  await add(page).click()
  await expect(dialog(page)).toContainText(MISSING)
  await page.getByRole('button', { name: 'Fermer' }).click()
  await context.setOffline(false)
  await add(page).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Nom complet' })).toBeVisible()
  // The dialog's style sheet has arrived too: the actions stay at the bottom.
  await expect(dialog(page).locator('[data-actions]')).toHaveCSS('position', 'sticky')
  await expect(page.locator('.mantine-Modal-inner')).toHaveCSS('position', 'fixed')
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  // The same for what a screen, the menu of the account and the search are made of.
  await page.route('**/assets/*.js', (route) => route.abort())
  await menu(page).getByRole('link', { name: 'Blocs' }).click()
  await expect(page.getByText("Cet écran n'a pas pu être chargé.")).toBeVisible()
  await expect(menu(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Compte de/ }).click()
  await expect(dialog(page)).toContainText(MISSING)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(dialog(page)).toContainText(MISSING)
  await page.keyboard.press('Escape')
  await page.unroute('**/assets/*.js')
  await retry(page).click()
  await expect(page.getByRole('heading', { name: 'Gestion des Blocs' })).toBeVisible()
  await page.getByRole('button', { name: /^Compte de/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Profil' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('with a new version in place the page is loaded again, once, without a word', async ({ page }) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await mark(page)
  await lose(page, 'BlocsPage')
  await renew(page, 'NOUVELLE')
  await menu(page).getByRole('link', { name: 'Blocs' }).click()
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
  await expect(page).toHaveURL('/bloc')
  // It does not come here either: it is said, and the page is not loaded a second time.
  await expect(page.getByRole('button', { name: /Réessayer|Recharger/ }).first()).toBeVisible()
  await mark(page)
  await atRest(page)
  expect(await isMarked(page)).toBe(true)
})

test('with a new version and a form open the reader decides, and loses nothing', async ({ page }) => {
  const api = await signIn(page)
  const { residence } = await createEtage(api, 'Les Figuiers')
  await page.goto('/bloc')
  await page.getByRole('button', { name: 'Ajouter un bloc' }).first().click()
  await dialog(page).getByRole('textbox', { name: 'Nom du bloc' }).fill('Bloc en cours')
  await mark(page)
  await lose(page, 'SearchPalette')
  await renew(page, 'SUIVANTE')
  // A part wanted while the form stands open.
  await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')))
  await expect(page.getByText('Une nouvelle version de Diyar est disponible.')).toBeVisible()
  await expect(dialog(page).getByRole('textbox', { name: 'Nom du bloc' })).toHaveValue('Bloc en cours')
  expect(await isMarked(page)).toBe(true)
  await page.unroute((url) => url.pathname === '/')
  await page.evaluate(() =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Recharger')?.click(),
  )
  await expect(dialog(page).getByText('Votre saisie a été conservée.')).toBeVisible()
  await expect(dialog(page).getByRole('textbox', { name: 'Nom du bloc' })).toHaveValue('Bloc en cours')
  expect(await isMarked(page)).toBe(false)
  expect(residence).toBeGreaterThan(0)
})

/** Answers with a price of three decimals, which is none and cannot be drawn. */
const spoil = (page: Page, call: string) =>
  page.route(`${CALLS}${call}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('"montant":1000000', '"montant":1000000.001')
    await route.fulfill({ response: answer, body })
  })

test('a screen that cannot be drawn keeps the menu, says what is true and can try again', async ({
  page,
}) => {
  const api = await signIn(page)
  const { etage } = await createEtage(api, 'Les Cyprès')
  // The price of a free lot does not stand on its card.
  await createLot(api, etage, 'C-1', 'F3', await createClient(api, 'Un Acheteur'))
  await spoil(page, '/api/appartements?*')
  await page.goto('/appartement')
  await expect(page.getByRole('heading', { name: BROKEN })).toBeVisible()
  await expect(page.getByText(AWAY)).toHaveCount(0)
  await expectAccessible(page)
  await menu(page).getByRole('link', { name: 'Blocs' }).click()
  await expect(page.getByRole('heading', { name: 'Gestion des Blocs' })).toBeVisible()
  await menu(page).getByRole('link', { name: 'Appartements' }).click()
  await expect(page.getByRole('heading', { name: BROKEN })).toBeVisible()
  await page.unrouteAll()
  await retry(page).click()
  await expect(page.getByRole('article', { name: /C-1/ })).toBeVisible()
})

test('a dialog in the address that cannot be drawn can be closed, and is gone from the address', async ({
  page,
}) => {
  const api = await signIn(page)
  const { etage } = await createEtage(api, 'Les Cèdres')
  const client = await createClient(api, 'Un Client')
  await createLot(api, etage, 'C-2', 'F4', client)
  await spoil(page, `/api/clients/${client}/assets`)
  await page.goto(`/clients?biens=${client}`)
  await expect(dialog(page)).toContainText(BROKEN)
  await expect(page.getByRole('heading', { name: 'Gestion des Clients' })).toBeVisible()
  await page.getByRole('button', { name: 'Fermer' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/clients')
  await page.goto(`/clients?biens=${client}`)
  await expect(dialog(page)).toContainText(BROKEN)
  await page.unrouteAll()
  await retry(page).click()
  await expect(page.getByText(BROKEN)).toHaveCount(0)
  await expect(dialog(page)).toContainText('C-2')
})

test('that Diyar does not answer is said where it is so', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/user', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: AWAY })).toBeVisible()
  await expect(page.getByText(BROKEN)).toHaveCount(0)
})
