import { expect, test } from 'vitest'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { BELOW, MENU } from '#test/harness/screens/entries.ts'
import { silence } from '#test/harness/screens/every.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { renderScreen, membre } from '#test/harness/screens/renderScreen.tsx'
import { expectCount, key, menu, page, press, pressAt, textsOf } from '#test/harness/screens/screen.ts'

const ALL = [...MENU, ...BELOW].map(([label]) => label)
const links = menu.getByRole('link')
const current = menu.getByCss('[aria-current="page"]')
const gestion = menu.getByRole('button', { name: 'Gestion', exact: true })
const bar = page.getByRole('complementary')
const expectLinks = (labels: readonly string[]) => expect.poll(() => textsOf(links)).toEqual(labels)
const open = (address: string, again = false) => renderScreen(address, { answers: silence(), again })

// spec: SHELL-13, SHELL-14, SHELL-30, SHELL-32, SHELL-40..SHELL-53
test('the menu leads to thirteen screens, in order, and to those below them, each behind a fresh look at the user', async () => {
  const server = await open('/')
  await expect.poll(() => document.title).toBe('Diyar - Tableau de Bord Immobilier')
  const lists = menu.getByRole('list')
  await expectCount(lists, 2)
  const labels = (entries: readonly (readonly [string, ...string[]])[]) => entries.map(([label]) => label)
  expect(textsOf(lists.first().getByRole('link'))).toEqual(labels(MENU))
  expect(textsOf(lists.last().getByRole('link'))).toEqual(labels(BELOW))
  for (const [label, path, name] of [...MENU, ...BELOW]) {
    const looks = server.asked('/api/user').length
    await menu.getByRole('link', { name: label, exact: true }).click()
    await expect.poll(() => window.location.pathname).toBe(path)
    await expect.poll(() => document.title).toBe(`Diyar - ${name}`)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(name)
    await expect.element(current).toHaveTextContent(label)
    // The screen that is there already needs no look.
    expect(server.asked('/api/user').length).toBeGreaterThanOrEqual(looks + Number(path !== '/dashboard'))
  }
})

// spec: SHELL-54
test('two members see the same menu', async () => {
  await open('/dashboard')
  await expectLinks(ALL)
  await expect.element(page.getByRole('button', { name: 'Compte de Karim Benali' })).toBeVisible()
  await renderScreen('/dashboard', {
    answers: [
      ...silence(),
      answer(accesEndpoints.user, {
        ...membre(),
        id: 2,
        name: 'أمينة بن يوسف',
        email: 'amina@diyar.dz',
        compte: 'direction',
        suite: null,
      }),
    ],
  })
  await expect.element(page.getByRole('button', { name: 'Compte de أمينة بن يوسف' })).toBeVisible()
  await expectLinks(ALL)
})

// spec: SHELL-35, SHELL-36, SHELL-65
test('the sidebar is 256 px wide, collapses and opens again', async () => {
  await open('/dashboard')
  await expectLinks(ALL)
  const width = () => bar.element().getBoundingClientRect().width
  await expect.poll(width).toBe(256)
  await press('Réduire le menu')
  await expect.poll(width).toBe(64)
  await expect.element(menu.getByRole('link', { name: 'Récapitulation' })).toBeVisible()
  await press('Ouvrir le menu')
  await expect.poll(width).toBe(256)
})

// spec: EC-29
test('at 1366×768 every entry is in sight', async () => {
  await page.viewport(1366, 768)
  await open('/dashboard')
  await expectLinks(ALL)
  const aside = bar.element()
  expect(aside.scrollHeight).toBeLessThanOrEqual(aside.clientHeight)
  for (const link of links.all()) {
    await expect.element(link).toBeInViewport({ ratio: 0.99 })
    const { height } = link.element().getBoundingClientRect()
    expect(height).toBeGreaterThanOrEqual(32)
    expect(height).toBeLessThanOrEqual(34)
    expect(link.element().scrollWidth).toBeLessThanOrEqual(link.element().clientWidth)
  }
})

// spec: EC-29
test('« Gestion » folds and is remembered, the thirteen never do', async () => {
  await open('/dashboard')
  await expectLinks(ALL)
  await expectCount(menu.getByRole('button'), 1)
  await expect.element(gestion).toHaveAttribute('aria-expanded', 'true')
  gestion.element().focus()
  await key('Enter')
  await expect.element(gestion).toHaveAttribute('aria-expanded', 'false')
  const thirteen = MENU.map(([label]) => label)
  await expectLinks(thirteen)
  await open('/dashboard', true)
  await expectLinks(thirteen)
  await expect.element(gestion).not.toHaveAttribute('data-current')
  await open('/echeances', true)
  await expect.element(gestion).toHaveAttribute('data-current', 'true')
  // The closed rail has no heading to open it by, so it shows everything.
  await press('Réduire le menu')
  await expect.element(gestion).not.toBeInTheDocument()
  await expectCount(links, ALL.length)
  await press('Ouvrir le menu')
  await gestion.click()
  await open('/echeances', true)
  await expect.element(gestion).toHaveAttribute('aria-expanded', 'true')
  await expectLinks(ALL)
})

// spec: EC-29
test('a low window brings the entry of the screen into sight, and a dossier belongs to « Ventes »', async () => {
  await page.viewport(1280, 500)
  await open('/parametres')
  await expect.element(current).toHaveTextContent('Paramètres')
  await expect.element(current).toBeInViewport({ ratio: 0.99 })
  await open('/ventes/9')
  await expect.element(current).toHaveTextContent('Ventes')
})

// spec: SHELL-37, SHELL-38, SHELL-39
test('on a phone the menu is a drawer that its backdrop, Escape and a choice close', async () => {
  await page.viewport(390, 800)
  await open('/dashboard')
  const opener = page.getByRole('button', { name: 'Ouvrir le menu de navigation' })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect.element(opener).toBeVisible()
  await expectCount(menu, 0)
  await opener.click()
  await expectLinks(ALL)
  await expect.element(menu.getByText('Gestion', { exact: true })).toBeVisible()
  await expectCount(menu.getByRole('button'), 0)
  for (const link of links.elements()) expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await pressAt(370, 500)
  await expect.element(drawer).not.toBeInTheDocument()
  await opener.click()
  await expect.element(drawer).toBeVisible()
  await key('Escape')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await menu.getByRole('link', { name: 'Clients' }).click()
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.poll(() => window.location.pathname).toBe('/clients')
})
