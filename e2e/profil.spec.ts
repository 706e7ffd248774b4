import {
  account,
  atRest,
  expect,
  expectAccessible,
  preferDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { CALLS } from './screen.ts'

withServer()

const form = (page: Page) => page.getByRole('form', { name: 'Modifier mon profil' })
const field = (page: Page, label: string) => form(page).getByLabel(label)
const password = (page: Page) => form(page).locator('input[type="password"]').nth(0)
const confirmation = (page: Page) => form(page).locator('input[type="password"]').nth(1)
const save = (page: Page) => form(page).getByRole('button', { name: 'Sauvegarder' })
const self = { name: account.name, email: account.email }

async function open(page: Page) {
  const api = await signIn(page)
  await api.put('/api/profile', self)
  await page.goto('/profile')
  await expect(save(page)).toBeVisible()
  return api
}

// spec: PROF-01..PROF-03, PROF-05, PROF-06, PROF-09, PROF-13, PROF-15, SHELL-27, SHELL-56
test('the profile is read and changed; the password stays, the header follows', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('heading', { name: 'Mon Profil' })).toBeVisible()
  const shown = page.getByRole('region', { name: 'Mon compte' })
  await expect(shown).toContainText(/Karim Benali.*karim\.benali@diyar\.dz.*Activé/s)
  await expect(shown.locator('[data-tone]')).toHaveAttribute('data-tone', 'green')
  await expect(shown.getByRole('textbox')).toHaveCount(0)
  await expect(field(page, 'Nom')).toHaveValue(account.name)
  await expect(password(page)).toHaveValue('')
  await expect(confirmation(page)).toHaveValue('')

  const toggle = page.locator('main').getByRole('button', { name: 'Passer en mode clair' })
  await toggle.click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Passer en mode sombre' })).toBeVisible()

  await field(page, 'Nom').fill('Karim B. الأمين')
  await save(page).click()
  await expect(page.getByText('Profil mis à jour avec succès !')).toBeVisible()
  await expect(shown).toContainText('Karim B. الأمين')
  await expect(page.getByRole('button', { name: 'Compte de Karim B. الأمين' })).toBeVisible()
  // The message of the first time still stands there.
  const again = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await save(page).click()
  expect((await again).status()).toBe(200)
  // What is asked without the cookies would end the session on this very screen, to which one then comes back.
  await atRest(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await page.locator('input[name="email"]').fill(account.email)
  await page.locator('input[name="password"]').fill(account.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

// spec: PROF-08, PROF-10..PROF-12
test('wrong fields are said at their place and nothing is sent', async ({ page }) => {
  await open(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await field(page, 'Nom').fill('')
  await field(page, 'Email').fill('abc')
  await expect(field(page, 'Email')).toHaveAttribute('type', 'email')
  await save(page).click()
  await expect(form(page).getByText('Le nom est obligatoire.')).toBeVisible()
  await expect(form(page).getByText("L'adresse email n'est pas valide.")).toBeVisible()
  await expect(field(page, 'Nom')).toBeFocused()
  await field(page, 'Nom').fill(account.name)
  await field(page, 'Email').fill(account.email)
  await password(page).fill('Nouveau secret 2')
  await confirmation(page).fill('autre chose')
  await expect(confirmation(page)).toHaveAccessibleDescription('Les mots de passe ne correspondent pas.')
  await expect(form(page).getByRole('alert')).toHaveCount(0)
  await save(page).click()
  await expect(form(page).getByRole('alert')).toHaveText('Les mots de passe ne correspondent pas.')
  await expect(confirmation(page)).toHaveValue('autre chose')
  expect(sent).toEqual([])
})

test('a new password signs in from then on and ends the session elsewhere', async ({ page, browser }) => {
  await open(page)
  const elsewhere = await browser.newPage({ baseURL: new URL(page.url()).origin })
  await signIn(elsewhere)
  await elsewhere.goto('/clients')
  await expect(elsewhere.getByRole('heading', { name: 'Gestion des Clients' })).toBeVisible()
  await password(page).fill('Nouveau secret 2')
  await confirmation(page).fill('Nouveau secret 2')
  await save(page).click()
  await expect(page.getByText('Profil mis à jour avec succès !')).toBeVisible()
  await expect(password(page)).toHaveValue('')
  await elsewhere.getByRole('link', { name: 'Membres' }).click()
  await expect(elsewhere).toHaveURL(/\/login$/)
  await elsewhere.close()
  await page.reload()
  await expect(save(page)).toBeVisible()
  await password(page).fill(account.password)
  await confirmation(page).fill(account.password)
  await save(page).click()
  await expect(page.getByText('Profil mis à jour avec succès !')).toBeVisible()
})

// spec: PROF-04, PROF-07, PROF-08, ERR-08..ERR-10
test('loading and failing say so, in the words of the step that failed; what is typed stays', async ({
  page,
}) => {
  await open(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const profil = { ...self, statut: 'suspendu', version: 1 }
  await page.route(`${CALLS}/api/profile`, async (route) => {
    await held
    return route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: {} })
      : route.fulfill({ json: { data: profil } })
  })
  await page.reload()
  await expect(page.getByText('Chargement du profil...')).toBeVisible()
  release()
  const shown = page.getByRole('region', { name: 'Mon compte' })
  await expect(shown).toContainText('Désactivé')
  await expect(shown.locator('[data-tone]')).toHaveAttribute('data-tone', 'red')
  await field(page, 'Nom').fill('Saisie en cours')
  await save(page).click()
  await expect(form(page).getByRole('alert')).toHaveText('Erreur lors de la mise à jour du profil.')
  await expect(field(page, 'Nom')).toHaveValue('Saisie en cours')

  await page.unroute(`${CALLS}/api/profile`)
  await page.route(`${CALLS}/api/profile`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Erreur lors du chargement du profil.')
  await page.route(`${CALLS}/sanctum/csrf-cookie`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText("Erreur lors de l'initialisation de la session.")
})

test('somebody else changed the account meanwhile: told, reloaded, saved without typing again', async ({
  page,
}) => {
  const api = await open(page)
  await field(page, 'Nom').fill('Ma saisie')
  await api.put('/api/profile', { ...self, name: 'Autre', email: 'autre@diyar.dz' })
  await save(page).click()
  await expect(form(page).getByRole('alert')).toContainText(
    'Cette fiche a été modifiée entre-temps. Rechargez-la.',
  )
  await form(page).getByRole('button', { name: 'Recharger' }).click()
  await expect(form(page).getByRole('alert')).toHaveCount(0)
  await expect(field(page, 'Nom')).toHaveValue('Ma saisie')
  await expect(field(page, 'Email')).toHaveValue('autre@diyar.dz')
  await save(page).click()
  await expect(page.getByText('Profil mis à jour avec succès !')).toBeVisible()
  await api.put('/api/profile', self)
})

for (const dark of [true, false])
  test(`the profile is accessible, ${dark ? 'dark' : 'light'}, and fits a phone`, async ({ page }) => {
    await preferDark(page, dark)
    const api = await open(page)
    await api.put('/api/profile', { ...self, name: 'é'.repeat(255) })
    await page.setViewportSize({ width: 390, height: 800 })
    await page.reload()
    await expect(save(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await password(page).fill('a')
    await expectAccessible(page)
  })
