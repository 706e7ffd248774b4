import { expect, openScreen, signIn, test, withServer } from './diyar.ts'
import { fillToFind, look, options } from './palette.ts'

withServer()

let rachid = 0
let lot = 0
let second = 0
let recu = ''

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (!rachid) ({ rachid, lot, second, recu } = await fillToFind(api))
})

test(
  'a receipt leads to its row among the payments, on whatever page, marked and in sight',
  { tag: ['@recherche', '@jour'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 })
    await openScreen(page, '/clients', 'Gestion des Clients')
    await look(page, 'reçu 2')
    await expect(options(page).first()).toHaveText(new RegExp(`^Reçu N° ${recu}`))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(
      new RegExp(`/clients/${rachid}/paiements/${lot}\\?page=2&paiement=${second}$`),
    )
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
  },
)
