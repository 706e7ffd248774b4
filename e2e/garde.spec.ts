import { expect, signIn, test, withServer } from './diyar.ts'
import { heading } from './entrees.ts'
import { menu } from './screen.ts'

withServer()

// spec: SHELL-33, SHELL-34
test('a first load that fails shows a neutral page that can try again', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/user', (route) => route.abort())
  await page.goto('/clients')
  const again = page.getByRole('button', { name: 'Réessayer' })
  await expect(again).toBeVisible()
  await expect(menu(page)).toHaveCount(0)
  await page.unroute('**/api/user')
  await again.click()
  await expect(heading(page)).toHaveText('Gestion des Clients')
})

// spec: AUTH-63, AUTH-64
test('a 401 of any call leads to sign-in, and whoever called learns of it', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  // Sign-in is held back, so that the screen's own error handling can be seen first.
  await page.route('**/assets/LoginPage-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.route('**/api/clients?*', (route) =>
    route.fulfill({ status: 401, json: { message: 'Veuillez vous connecter.' } }),
  )
  await menu(page).getByRole('link', { name: 'Clients' }).click()
  await expect(page.getByRole('alert')).toContainText('Veuillez vous connecter.')
  release()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible()
})
