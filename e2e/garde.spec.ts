import { atRest, expect, expectAccessible, signIn, test, withServer } from './diyar.ts'
import { BELOW, heading, MENU } from './entrees.ts'
import { menu } from './screen.ts'

withServer()

// spec: SHELL-07, SHELL-15, SHELL-16, SHELL-17, SHELL-18, SHELL-19, SHELL-20, SHELL-21, SHELL-22, SHELL-23, SHELL-24, SHELL-25, SHELL-26, SHELL-27, SHELL-28
test('without a session every screen leads to sign-in and shows nothing of itself', async ({ page }) => {
  const paths = [...[...MENU, ...BELOW].map(([, path]) => path), '/', '/profile', '/clients/1/paiements/1']
  const calls: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/api/') && calls.push(new URL(request.url()).pathname),
  )
  for (const path of paths) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible()
    await expect(menu(page)).toHaveCount(0)
  }
  // The guard asks who is there; no screen got as far as asking for its data.
  expect(new Set(calls)).toEqual(new Set(['/backend/public/api/user']))
})

// spec: SHELL-01, SHELL-08, SHELL-09, SHELL-10, SHELL-11, SHELL-12, SHELL-30
test('the public screens open without a session, under their titles', async ({ page }) => {
  for (const [path, title] of [
    ['/login', 'Diyar - Connexion'],
    ['/signup', 'Diyar - Créer un compte'],
    ['/inactive', 'Diyar - Compte créé avec succès !'],
    ['/nimporte-quoi', 'Diyar - Page Not Found'],
    ['/residence/inconnue/9', 'Diyar - Page Not Found'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page).toHaveURL(path)
    await expectAccessible(page)
  }
  await expect(heading(page)).toHaveText('Page Not Found')
  await expect(page.getByText("Cette page n'existe pas")).toBeVisible()
})

// spec: SHELL-32, SHELL-33, SHELL-34
test('a guard that fails cancels the navigation without a word', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText('Tableau de Bord Immobilier')
  await page.route('**/api/user', (route) => route.fulfill({ status: 500, json: {} }))
  const clientCalls: string[] = []
  page.on('request', (request) => request.url().includes('/api/clients') && clientCalls.push(request.url()))
  const answered = page.waitForResponse('**/api/user')
  await menu(page).getByRole('link', { name: 'Clients' }).click()
  await answered
  await atRest(page)
  await expect(page).toHaveURL('/dashboard')
  await expect(heading(page)).toHaveText('Tableau de Bord Immobilier')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(clientCalls).toEqual([])
  // The way is free again as soon as the guard succeeds.
  await page.unroute('**/api/user')
  await menu(page).getByRole('link', { name: 'Clients' }).click()
  await expect(page).toHaveURL('/clients')
})

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

// spec: SHELL-33, AUTH-63
test('Back keeps its screen when the guard fails, and leads to sign-in without a session', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard')
  await menu(page).getByRole('link', { name: 'Clients' }).click()
  await expect(heading(page)).toHaveText('Gestion des Clients')
  await page.route('**/api/user', (route) => route.fulfill({ status: 503, json: {} }))
  const answered = page.waitForResponse('**/api/user')
  await page.goBack()
  await answered
  await expect(page).toHaveURL('/clients')
  await expect(heading(page)).toHaveText('Gestion des Clients')
  await page.unroute('**/api/user')
  await page.context().clearCookies()
  await menu(page).getByRole('link', { name: 'Blocs' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toHaveCount(0)
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
