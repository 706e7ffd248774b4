import { expect, expectAccessible, openScreen, preferDark, signIn, test, withServer } from './diyar.ts'
import { BELOW, heading, MENU } from './entrees.ts'
import { createLieu, sellAppartement } from './portefeuille.ts'
import { menu } from './screen.ts'

withServer()

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
  const api = await openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')
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
