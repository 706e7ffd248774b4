import { account, atRest, expect, expectReadable, signIn, test, withServer, type Page } from './diyar.ts'

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
  // A call made without the cookies would end the session on this very screen, to which one then comes back.
  await atRest(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await page.locator('input[name="email"]').fill(account.email)
  await page.locator('input[name="password"]').fill(account.password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
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

test('the profile is accessible, in the dark and in the light, and fits a phone', async ({ page }) => {
  const api = await open(page)
  await api.put('/api/profile', { ...self, name: 'é'.repeat(255) })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.reload()
  await expect(save(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await password(page).fill('a')
  await expectReadable(page)
})
