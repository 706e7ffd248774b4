import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { fillToFind, look, options, palette } from './palette.ts'
import { card, dialog } from './screen.ts'

withServer()

let rachid = 0
let lot = 0
let second = 0
let recu = ''

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (!rachid) ({ rachid, lot, second, recu } = await fillToFind(api))
})

const named = (page: Page, name: RegExp) => options(page).filter({ hasText: name })

test('everything is found as one says it: words in any order, phones in any spelling, « lot 302 »', async ({
  page,
}) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await page.keyboard.press('Control+k')
  for (const [typed, found] of [
    ['rachid amrouche', /^Amrouche Rachid/],
    ['0798997578', /^Amrouche Rachid/],
    ['+213 555 12 34 56', /^Amrouche Hichem/],
    ['الأمين محمد', /^محمد الأمين بن عبد الله/],
    ['lot 302', /^Appartement 302/],
    ['bloc b', /^Bloc B/],
    [recu, new RegExp(`^Reçu N° ${recu}`)],
    ['reçu 2', new RegExp(`^Reçu N° ${recu}`)],
    ['ciment', /^FA-2207/],
  ] as const) {
    await palette(page).fill(typed)
    await expect(options(page).first()).toHaveText(found)
  }
  await palette(page).fill('amrouche lotfi')
  await expect(dialog(page).getByText('Rien ne correspond à « amrouche lotfi ».')).toBeVisible()
})

test('a receipt leads to its row among the payments, on whatever page, marked and in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await openScreen(page, '/clients', 'Gestion des Clients')
  await look(page, 'reçu 2')
  await expect(options(page).first()).toHaveText(new RegExp(`^Reçu N° ${recu}`))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/clients/${rachid}/paiements/${lot}\\?page=2&paiement=${second}$`))
  const row = page.getByRole('row', { name: /2 janvier 2026/ })
  await expect(row).toHaveAttribute('aria-current', 'true')
  await expect(row).toBeInViewport()
  await expect(page.locator('tr[aria-current]')).toHaveCount(1)

  // From the very screen it is on.
  await look(page, 'reçu 8')
  await expect(options(page).first()).toHaveText(/000008/)
  await page.keyboard.press('Enter')
  const newest = page.getByRole('row', { name: /8 janvier 2026/ })
  await expect(newest).toHaveAttribute('aria-current', 'true')
  await expect(newest).toBeInViewport()
})

test('a voucher leads to its place among the charges, a bloc to its étages', async ({ page }) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await look(page, 'ciment 42')
  await expect(options(page).first()).toHaveText(/^FA-2207/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/charges\?/)
  await expect(card(page, 'FA-2207')).toBeInViewport()
  await expect(card(page, 'FA-2207')).toHaveAttribute('aria-current', 'true')

  await look(page, 'bloc b')
  await expect(options(page).first()).toHaveText(/^Bloc B/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Gestion des Étages' })).toBeVisible()
  await expect(card(page, '2e étage')).toBeVisible()
})

test('« Ajouter un paiement » is found as an action, and opens the form wherever one is', async ({
  page,
}) => {
  await openScreen(page, '/clients', 'Gestion des Clients')
  await look(page, 'nouveau pai')
  await expect(named(page, /Ajouter un paiement/)).toHaveText(/Action$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Ajouter un paiement' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Client' })).toBeFocused()
  await expect(page).toHaveURL(/\/paiements$/)
  // It was asked once: a closed form stays closed.
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.reload()
  await expect(card(page, 'Amrouche Rachid')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})
