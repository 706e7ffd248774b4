import {
  account,
  expect,
  expectAccessible,
  preferDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createLieu, sellAppartement } from './portefeuille.ts'
import { menu } from './screen.ts'

withServer()

const MENU = [
  ['Dashboard', '/dashboard', 'Tableau de Bord Immobilier'],
  ['Residences', '/residence', 'Nos Résidences'],
  ['Blocs', '/bloc', 'Gestion des Blocs'],
  ['Etages', '/etage', 'Gestion des Étages'],
  ['Appartements', '/appartement', 'Gestion des Appartements'],
  ['Locaux', '/locaux', 'Gestion des Locaux'],
  ['Parking', '/parking', 'Gestion des Parkings'],
  ['Clients', '/clients', 'Gestion des Clients'],
  ['Paiements', '/paiements', 'Paiements par Bien'],
  ['Promoteur', '/promoteur', 'Promoteur Immobilier'],
  ['Récapitulation', '/recap', 'Récapitulatif des paiements'],
  ['Membres', '/users', 'Liste des Membres'],
  ['Charges', '/charges', 'Gestion des Charges'],
] as const

/** What stands below them, in a second list. */
const BELOW = [
  // Label, address, heading.
  ['Ventes', '/ventes', 'Dossiers de vente'],
  ['Plan de vente', '/plan-de-vente', 'Plan de vente'],
  ['Échéances', '/echeances', 'Échéances'],
  ['Chèques', '/cheques', 'Chèques'],
  ['Rapports', '/rapports', 'Rapports'],
  ['Importer', '/importer', 'Importer un portefeuille'],
  ['Journal', '/journal', 'Journal'],
  ['Paramètres', '/parametres', 'Paramètres'],
] as const

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

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

// spec: SHELL-13, SHELL-14, SHELL-30, SHELL-32, SHELL-40, SHELL-41, SHELL-42, SHELL-43, SHELL-44, SHELL-45, SHELL-46, SHELL-47, SHELL-48, SHELL-49, SHELL-50, SHELL-51, SHELL-52, SHELL-53
test('the menu leads to thirteen screens, in order, and to those below them, each behind a fresh look at the user', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/')
  await expect(page).toHaveTitle('Diyar - Tableau de Bord Immobilier')
  const lists = menu(page).getByRole('list')
  await expect(lists).toHaveCount(2)
  await expect(lists.first().getByRole('link')).toHaveText(MENU.map(([label]) => label))
  await expect(lists.last().getByRole('link')).toHaveText(BELOW.map(([label]) => label))
  for (const [label, path, name] of [...MENU, ...BELOW]) {
    const asked = page.waitForRequest('**/api/user')
    await menu(page).getByRole('link', { name: label, exact: true }).click()
    await asked
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle(`Diyar - ${name}`)
    await expect(heading(page)).toHaveText(name)
    await expect(menu(page).locator('[aria-current="page"]')).toHaveText(label)
  }
})

// spec: SHELL-54, SHELL-72
test('two members see the same menu and may do the same', async ({ page, browser }) => {
  const api = await signIn(page)
  const second = { email: 'amina@diyar.dz', password: 'Motdepasse2!' }
  await api.post('/api/members', { name: 'أمينة بن يوسف', ...second, password_confirmation: second.password })
  await page.goto('/dashboard')
  await expect(menu(page).getByRole('link')).toHaveCount(MENU.length + BELOW.length)
  const first = await menu(page).getByRole('link').allTextContents()
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  const hers = await signIn(other, second)
  await other.goto('/dashboard')
  await expect(menu(other).getByRole('link')).toHaveText(first)
  await expect(other.getByRole('button', { name: 'Compte de أمينة بن يوسف' })).toBeVisible()
  const residence = { nom: 'À tous', adresse: 'Alger' }
  for (const [one, next] of [
    [api, hers],
    [hers, api],
  ] as const) {
    const id = await one.create('/api/residences', residence)
    await next.put(`/api/residences/${id}`, { ...residence, adresse: 'Oran' })
    expect(await one.get(`/api/residences/${id}`)).toMatchObject({ adresse: 'Oran' })
    await next.delete(`/api/residences/${id}`)
  }
  await context.close()
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
  await expect(menu(page)).toHaveCount(0)
  await page.unroute('**/api/user')
  await page.getByRole('button', { name: 'Réessayer' }).click()
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

// spec: SHELL-35, SHELL-36, SHELL-65
test('the sidebar is 256 px wide, collapses and opens again', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page)
  await page.goto('/dashboard')
  const width = () => page.locator('aside').evaluate((aside) => aside.getBoundingClientRect().width)
  await expect.poll(width).toBe(256)
  await page.getByRole('button', { name: 'Réduire le menu' }).click()
  await expect.poll(width).toBe(64)
  await expect(menu(page).getByRole('link', { name: 'Récapitulation' })).toBeVisible()
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
  await expect.poll(width).toBe(256)
})

// spec: EC-29
test('at 1366×768 every entry is in sight; « Gestion » folds and is remembered, the thirteen never do', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  const api = await signIn(page)
  await page.goto('/dashboard')
  const links = menu(page).getByRole('link')
  await expect(links).toHaveText([...MENU, ...BELOW].map(([label]) => label))
  const scrolls = () => page.locator('aside').evaluate((aside) => aside.scrollHeight > aside.clientHeight)
  expect(await scrolls()).toBe(false)
  for (const link of await links.all()) {
    await expect(link).toBeInViewport({ ratio: 1 })
    const { height = 0 } = (await link.boundingBox()) ?? {}
    expect(height).toBeGreaterThanOrEqual(32)
    expect(height).toBeLessThanOrEqual(34)
    expect(await link.evaluate((entry) => entry.scrollWidth > entry.clientWidth)).toBe(false)
  }
  const gestion = menu(page).getByRole('button', { name: 'Gestion', exact: true })
  await expect(menu(page).getByRole('button')).toHaveCount(1)
  await expect(gestion).toHaveAttribute('aria-expanded', 'true')
  await gestion.press('Enter')
  await expect(gestion).toHaveAttribute('aria-expanded', 'false')
  await expect(links).toHaveText(MENU.map(([label]) => label))
  await page.reload()
  await expect(links).toHaveText(MENU.map(([label]) => label))
  await expect(gestion).not.toHaveAttribute('data-current')
  await page.goto('/echeances')
  await expect(gestion).toHaveAttribute('data-current', 'true')
  for (const dark of [false, true]) {
    await preferDark(page, dark)
    await page.reload()
    await expect(gestion).toBeVisible()
    await expectAccessible(page)
  }
  // The closed rail has no heading to open it by, so it shows everything.
  await page.getByRole('button', { name: 'Réduire le menu' }).click()
  await expect(gestion).toHaveCount(0)
  await expect(links).toHaveCount(MENU.length + BELOW.length)
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
  await gestion.click()
  await page.reload()
  await expect(gestion).toHaveAttribute('aria-expanded', 'true')
  await expect(links).toHaveCount(MENU.length + BELOW.length)

  // A low window brings the entry of the screen into sight, and a dossier belongs to « Ventes ».
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/parametres')
  const current = menu(page).locator('[aria-current="page"]')
  await expect(current).toHaveText('Paramètres')
  await expect(current).toBeInViewport({ ratio: 1 })
  const lieu = await createLieu(api)
  const client = await api.create('/api/clients', { nomComplet: 'Amina', tel: '0555', email: 'a@exemple.dz' })
  await sellAppartement(api, lieu, client, 'B-1', 5_000_000)
  const { data } = (await api.get('/api/ventes')) as { data: { id: number }[] }
  await page.goto(`/ventes/${data[0]?.id}`)
  await expect(current).toHaveText('Ventes')
})

// spec: SHELL-37, SHELL-38, SHELL-39
test('on a phone the menu is a drawer that its backdrop, Escape and a choice close', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page)
  await page.goto('/dashboard')
  const opener = page.getByRole('button', { name: 'Ouvrir le menu de navigation' })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu(page)).toHaveCount(0)
  await opener.click()
  await expect(menu(page).getByRole('link')).toHaveText([...MENU, ...BELOW].map(([label]) => label))
  await expect(menu(page).getByText('Gestion', { exact: true })).toBeVisible()
  await expect(menu(page).getByRole('button')).toHaveCount(0)
  for (const link of await menu(page).getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)
  await page.mouse.click(370, 500)
  await expect(drawer).toHaveCount(0)
  await opener.click()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await menu(page).getByRole('link', { name: 'Clients' }).click()
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL('/clients')
})

// spec: SHELL-55, SHELL-60, SHELL-61, SHELL-62, SHELL-63, SHELL-64
test('dark by default; the toggle is remembered and paints the page before anything else', async ({
  page,
}) => {
  const isDark = () =>
    page.evaluate(() => [
      document.documentElement.classList.contains('dark'),
      getComputedStyle(document.documentElement).colorScheme,
    ])
  const stored = () => page.evaluate(() => localStorage.getItem('darkMode'))
  await signIn(page)
  await page.goto('/dashboard')
  expect(await stored()).toBeNull()
  expect(await isDark()).toEqual([true, 'dark'])
  await page.getByRole('button', { name: 'Passer en mode clair' }).first().click()
  await expect.poll(isDark).toEqual([false, 'light'])
  expect(await stored()).toBe('false')
  // Before a single script of ours has run.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']))
    .toBe('light')
  await page.unroute('**/assets/*.js')
  await page.reload()
  await page.getByRole('button', { name: 'Passer en mode sombre' }).first().click()
  await expect.poll(isDark).toEqual([true, 'dark'])
  expect(await stored()).toBe('true')
  await page.evaluate(() => localStorage.setItem('darkMode', 'peut-être'))
  await page.reload()
  await expect.poll(isDark).toEqual([true, 'dark'])
})

// spec: SHELL-30, SHELL-56, SHELL-57, SHELL-58, SHELL-59, SHELL-63, AUTH-61, AUTH-62
test('the user menu names its user, leads to the profile and signs out', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('contentinfo')).toHaveText(
    `© ${new Date().getFullYear()} Diyar. Tous droits réservés.`,
  )
  const user = page.getByRole('button', { name: `Compte de ${account.name}` })
  await expect(user).toContainText(account.name)
  await user.click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Profil' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page).toHaveTitle('Diyar - Mon Profil')
  // A failure keeps the session and says so (Q80).
  await page.route('**/logout', (route) => route.fulfill({ status: 500, json: {} }))
  await user.click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(page.getByRole('alert')).toHaveText('Erreur lors de la déconnexion.')
  await expect(page).toHaveURL('/profile')
  await page.unroute('**/logout')
  await page.getByRole('banner').getByRole('button', { name: 'Passer en mode clair' }).click()
  await user.click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  // Who signs in again finds the light he chose.
  await signIn(page)
  await page.goto('/dashboard')
  await expect(user).toBeVisible()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
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

test('a keyboard goes from the skip link to the content, and a new screen takes the focus', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/dashboard')
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await menu(page).getByRole('link', { name: 'Clients' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Gestion des Clients')
  await expect(page.getByRole('main')).toBeFocused()
})

/** Keeps a script of the product back until the returned function is called. */
async function holdScript(page: Page, script: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(script, async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('a screen slow to come says so: a mark on the first load, a line at the top when one leaves another', async ({
  page,
}) => {
  await signIn(page)
  const start = await holdScript(page, /assets\/index-.*\.js/)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const boot = page.getByRole('progressbar', { name: 'Chargement de la page' })
  await expect(boot).toBeVisible()
  start()
  await expect(heading(page)).toHaveText('Tableau de Bord Immobilier')
  await expect(boot).toBeHidden()

  const go = await holdScript(page, /assets\/ClientsPage-.*\.js/)
  const line = page.locator('[data-progress]')
  await expect(line).toHaveCount(0)
  await menu(page).getByRole('link', { name: 'Clients' }).click()
  await expect(line).toHaveCSS('opacity', '1')
  await expect(heading(page)).toHaveText('Tableau de Bord Immobilier')
  go()
  await expect(heading(page)).toHaveText('Gestion des Clients')
  await expect(line).toHaveCount(0)
})
