import {
  account,
  atRest,
  expect,
  expectAccessible,
  expectReadable,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { alert, CALLS } from './screen.ts'

withServer()

const amina = {
  name: 'Amina Haddad',
  email: 'amina@diyar.dz',
  password: 'Motdepasse1!',
  password_confirmation: 'Motdepasse1!',
}
const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`)

/** Every call to the product, "POST /login", in the order they leave. */
function watch(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/backend/public'))
      calls.push(`${request.method()} ${pathname.slice('/backend/public'.length)}`)
  })
  return calls
}

test.beforeEach(async ({ page }) => {
  // The first account of all is the administrator's.
  await signIn(page)
  await page.context().clearCookies()
})

async function fillSignUp(page: Page, values: Partial<typeof amina> = {}) {
  for (const [name, value] of Object.entries({ ...amina, ...values })) await field(page, name).fill(value)
}

// spec: SHELL-01, SHELL-08, SHELL-71, AUTH-01..AUTH-09, AUTH-12, AUTH-15, API-01, API-02, API-03
test('signing in: required fields, a refusal in the red banner, then the dashboard', async ({ page }) => {
  const calls = watch(page)
  await page.goto('/login')
  await expect(field(page, 'email')).toHaveAttribute('type', 'email')
  await expect(field(page, 'password')).toHaveAttribute('type', 'password')
  const submit = page.getByRole('button', { name: 'Se connecter' })
  await submit.click()
  await expect(page.getByText("L'adresse email est obligatoire.")).toBeVisible()
  await expect(page.getByText('Le mot de passe est obligatoire.')).toBeVisible()
  await field(page, 'email').fill('abc')
  await field(page, 'password').fill(account.password)
  await submit.click()
  await expect(page.getByText("L'adresse email n'est pas valide.")).toBeVisible()
  await field(page, 'email').fill(account.email)
  await field(page, 'password').fill('')
  await submit.click()
  await expect(page.getByText('Le mot de passe est obligatoire.')).toBeVisible()
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])

  await field(page, 'password').fill('pas le bon')
  await submit.click()
  await expect(alert(page)).toHaveText('Ces identifiants ne correspondent pas à nos enregistrements.')
  expect(nameOf(await alert(page).evaluate((banner) => getComputedStyle(banner).color))).toBe('red')
  await expect(page).toHaveURL(/\/login$/)

  calls.length = 0
  const login = page.waitForRequest(`${CALLS}/login`)
  await field(page, 'password').fill(account.password)
  await page.route(`${CALLS}/login`, async (route) => {
    await expect(page.getByRole('button', { name: 'Connexion en cours...' })).toBeDisabled()
    await route.continue()
  })
  await submit.click()
  const headers = await (await login).allHeaders()
  expect(headers['x-xsrf-token']).toBeTruthy()
  expect(headers['cookie']).toContain('XSRF-TOKEN=')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Tableau de Bord Immobilier' })).toBeVisible()
  expect(calls.slice(0, 2)).toEqual(['GET /sanctum/csrf-cookie', 'POST /login'])
})

// spec: AUTH-13, AUTH-16..AUTH-19, AUTH-21, AUTH-22, AUTH-24, AUTH-27, AUTH-46..AUTH-49, AUTH-51, AUTH-52, AUTH-53, AUTH-56..AUTH-59, SHELL-10
test('signing up leads to the waiting page; a member activates the account, which then signs in', async ({
  page,
  browser,
}) => {
  const calls = watch(page)
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Créer un compte' }).click()
  for (const text of [
    'Le nom est obligatoire.',
    "L'adresse email est obligatoire.",
    'Le mot de passe est obligatoire.',
    'Veuillez confirmer le mot de passe.',
  ])
    await expect(page.getByText(text)).toBeVisible()
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  calls.length = 0
  await page.route(`${CALLS}/register`, async (route) => {
    await expect(page.getByRole('button', { name: 'Création en cours...' })).toBeDisabled()
    await route.continue()
  })
  await fillSignUp(page)
  await page.getByRole('button', { name: 'Créer un compte' }).click()
  await expect(page).toHaveURL(/\/inactive$/)
  expect(calls.slice(0, 2)).toEqual(['GET /sanctum/csrf-cookie', 'POST /register'])
  await expect(page.getByRole('heading', { name: 'Compte créé avec succès !' })).toBeVisible()
  await expect(page.getByText(amina.name)).toBeVisible()
  await expect(page.getByText(amina.email)).toBeVisible()
  await expect(
    page.getByRole('progressbar', { name: "Statut de la demande: En attente d'activation" }),
  ).toBeVisible()
  await expect(page.getByText("Vérification par l'administrateur")).toBeVisible()
  await expect(page.getByText('Un administrateur vérifie votre demande.')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()}`)
  await expect(page.locator('main svg').first()).toBeVisible()
  const { x = 0, width = 0 } = (await page.getByRole('main').locator('> *').last().boundingBox()) ?? {}
  expect(Math.abs(x + width / 2 - 640)).toBeLessThan(2)
  for (const name of ['Support', 'FAQ']) await page.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/inactive$/)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(amina.password)
  await page.getByRole('link', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL(/\/login$/)

  const tryToSignIn = async () => {
    await field(page, 'email').fill(amina.email)
    await field(page, 'password').fill(amina.password)
    await page.getByRole('button', { name: 'Se connecter' }).click()
  }
  await tryToSignIn()
  await expect(alert(page)).toContainText("Votre compte n'est pas encore activé.")

  const admin = await browser.newPage({ baseURL: new URL(page.url()).origin, locale: 'fr-FR' })
  await signIn(admin)
  await admin.goto('/users')
  const request = admin.getByRole('article').first()
  await expect(request).toContainText(/Amina Haddad.*Désactivé/s)
  await request.getByRole('button', { name: 'Activer Amina Haddad' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click()
  await expect(admin.getByRole('article', { name: 'Amina Haddad' })).toContainText('Activé')
  await tryToSignIn()
  await expect(page).toHaveURL(/\/dashboard$/)
  // All of it: a figure that came later would be refused, and leave the screen before the click below.
  await expect(page.getByText('Résumé Global')).toBeVisible()

  // spec: AUTH-63, MEM-40
  await admin.getByRole('button', { name: 'Désactiver Amina Haddad' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Confirmer' }).click()
  await expect(admin.getByRole('article', { name: 'Amina Haddad' })).toContainText('Désactivé')
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Gestion des Clients')).toHaveCount(0)
  await admin.close()

  // spec: EC-38
  await tryToSignIn()
  await expect(alert(page)).toContainText("Votre compte n'est pas encore activé.")
  await expect(alert(page)).toContainText(
    /Votre accès a été retiré le \d\d\/\d\d\/\d{4}\. Adressez-vous à la direction\./,
  )
  await expectAccessible(page)
  await field(page, 'password').fill('pas le bon')
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(alert(page)).toHaveText('Ces identifiants ne correspondent pas à nos enregistrements.')
})

/** Returns the name that a reader gives the colour "rgb(r, g, b)". */
function nameOf(rgb: string): string {
  const [r = 0, g = 0, b = 0] = (rgb.match(/\d+/g) ?? []).map(Number)
  if (r > 1.5 * b && g > 1.5 * b && g > 0.6 * r) return 'yellow'
  if (r > 1.2 * g) return 'red'
  return g > r && g > b ? 'green' : rgb
}

// spec: AUTH-54, AUTH-55
test('the waiting page takes its user from the address, else from storage, and bears anything there', async ({
  page,
}) => {
  const who = (user: object) => `/inactive?userData=${encodeURIComponent(JSON.stringify(user))}`
  await page.goto(who({ name: 'Adresse', email: 'a@b.dz' }))
  await expect(page.getByText('Adresse', { exact: true })).toBeVisible()
  await expect(page.getByText('a@b.dz')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('newRegisteredUser', '{"name":"Stocké","email":"s@b.dz"}'))
  await page.goto('/inactive')
  await expect(page.getByText('Stocké')).toBeVisible()
  await page.goto(who({ name: 'Adresse', email: 'a@b.dz' }))
  await expect(page.getByText('Adresse', { exact: true })).toBeVisible()
  await page.evaluate(
    () => (
      localStorage.clear(),
      sessionStorage.setItem('newRegisteredUser', '{"name":"Séance","email":"s@b.dz"}')
    ),
  )
  await page.goto('/inactive')
  await expect(page.getByText('Séance')).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())
  for (const hostile of [
    '/inactive',
    '/inactive?userData={',
    '/inactive?userData=null',
    '/inactive?userData=[1]',
    who({ name: 7, email: {} }),
  ]) {
    await page.goto(hostile)
    await expect(page.getByText('Votre demande a bien été enregistrée.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Se connecter' })).toBeVisible()
  }
  await page.goto(who({ name: '<img src=x onerror=alert(1)>', email: 'x'.repeat(5000) }))
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

// spec: AUTH-14
test('the anti-forgery call precedes both profile calls', async ({ page }) => {
  await signIn(page)
  const calls = watch(page)
  await page.goto('/profile')
  await expect(page.getByLabel('Nom', { exact: false }).first()).toBeVisible()
  // The connections are asked for once the profile is there.
  await atRest(page)
  expect(calls.indexOf('GET /sanctum/csrf-cookie')).toBeGreaterThanOrEqual(0)
  expect(calls.lastIndexOf('GET /sanctum/csrf-cookie')).toBeLessThan(calls.indexOf('GET /api/profile'))
  calls.length = 0
  await page.getByRole('button', { name: 'Sauvegarder' }).click()
  await expect(page.getByText('Profil mis à jour avec succès !')).toBeVisible()
  expect(calls.slice(0, 2)).toEqual(['GET /sanctum/csrf-cookie', 'PUT /api/profile'])
})

test('the public screens are accessible, in the dark and in the light', async ({ page }) => {
  for (const path of ['/login', '/signup', '/inactive']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectReadable(page)
  }
})

test('without storage the product works all the same', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
  await page.goto('/inactive')
  await expect(page.getByText('Votre demande a bien été enregistrée.')).toBeVisible()
  await page.goto('/login')
  await field(page, 'email').fill(account.email)
  await field(page, 'password').fill(account.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})
