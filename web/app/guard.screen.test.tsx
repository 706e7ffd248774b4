import { expect, test } from 'vitest'
import { accesEndpoints } from '#features/acces/acces.contract.ts'
import { BELOW, MENU } from '#test/harness/screens/entries.ts'
import { silence } from '#test/harness/screens/every.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { renderScreen, membre } from '#test/harness/screens/renderScreen.tsx'
import { alert, expectCount, menu, page, said } from '#test/harness/screens/screen.ts'

const who = answer(accesEndpoints.user, { ...membre(), compte: 'direction', suite: null })
const heading = page.getByRole('heading', { level: 1 })
const signIn = page.getByRole('button', { name: 'Se connecter' })
const follow = (label: string) => menu.getByRole('link', { name: label, exact: true }).click()
const at = () => window.location.pathname
const PRIVATE = [...MENU, ...BELOW].map(([, path]) => path)

// spec: SHELL-07, SHELL-15..SHELL-28
test.each([...PRIVATE, '/', '/profile', '/clients/1/paiements/1'])(
  'without a session %s leads to sign-in and shows nothing of itself',
  async (path) => {
    const server = await renderScreen(path, { answers: [refuse(accesEndpoints.user, 401)] })
    await expect.element(signIn).toBeVisible()
    expect(at()).toBe('/login')
    await expectCount(menu, 0)
    // The guard asks who is there; no screen got as far as asking for its data.
    expect(new Set(server.calls.map((call) => call.path))).toEqual(new Set(['/api/user']))
  },
)

// spec: SHELL-01, SHELL-08..SHELL-12, SHELL-30
test.each([
  ['/login', 'Diyar - Connexion'],
  ['/signup', 'Diyar - Créer un compte'],
  ['/inactive', 'Diyar - Compte créé avec succès !'],
  ['/nimporte-quoi', 'Diyar - Page Not Found'],
  ['/residence/inconnue/9', 'Diyar - Page Not Found'],
])('without a session %s opens, under the title « %s »', async (path, title) => {
  await renderScreen(path, { answers: [refuse(accesEndpoints.user, 401)] })
  await expect.poll(() => document.title).toBe(title)
  await expect.element(heading).toBeVisible()
  expect(at()).toBe(path)
  if (!title.endsWith('Page Not Found')) return
  await expect.element(heading).toHaveTextContent('Page Not Found')
  await said(/Cette page n'existe pas/)
})

// spec: SHELL-32, SHELL-33, SHELL-34
test('a guard that fails cancels the navigation without a word', async () => {
  const server = await renderScreen('/dashboard', { answers: silence() })
  await expect.element(heading).toHaveTextContent('Tableau de Bord Immobilier')
  const looks = server.asked('/api/user').length
  server.give(refuse(accesEndpoints.user, 500))
  await follow('Clients')
  await expect.poll(() => server.asked('/api/user').length).toBeGreaterThan(looks)
  await expect.element(heading).toHaveTextContent('Tableau de Bord Immobilier')
  expect(at()).toBe('/dashboard')
  await expectCount(alert, 0)
  expect(server.asked('/api/clients')).toEqual([])
  // The way is free again as soon as the guard succeeds.
  server.give(who)
  await follow('Clients')
  await expect.poll(at).toBe('/clients')
})

// spec: SHELL-33, AUTH-63
test('Back keeps its screen when the guard fails, and leads to sign-in without a session', async () => {
  const server = await renderScreen('/dashboard', { answers: silence() })
  await expect.element(heading).toHaveTextContent('Tableau de Bord Immobilier')
  await follow('Clients')
  await expect.element(heading).toHaveTextContent('Gestion des Clients')
  const looks = server.asked('/api/user').length
  server.give(refuse(accesEndpoints.user, 503))
  window.history.back()
  await expect.poll(() => server.asked('/api/user').length).toBeGreaterThan(looks)
  await expect.poll(at).toBe('/clients')
  await expect.element(heading).toHaveTextContent('Gestion des Clients')
  server.give(refuse(accesEndpoints.user, 401))
  await follow('Blocs')
  await expect.element(signIn).toBeVisible()
  expect(at()).toBe('/login')
  await expectCount(alert, 0)
})
