import { account, expect, expectAccessible, signIn, test, withServer, type Page } from './diyar.ts'
import { heading } from './entrees.ts'
import { menu } from './screen.ts'

withServer()

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
  // A member who signs in again finds the light he chose.
  await signIn(page)
  await page.goto('/dashboard')
  await expect(user).toBeVisible()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
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
