import { expect, expectAccessible, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createEtage, createLot } from './portefeuille.ts'
import { alert, CALLS, card, dialog, freeze } from './screen.ts'

withServer()
/** More than a select is given at once. */
const CLIENTS = 130
const ids: number[] = []
const nom = (n: number) => `Client ${String(n).padStart(3, '0')}`
const label = (n: number) => `${nom(n)} · 0555 00 ${String(n).padStart(3, '0')}`

test.beforeAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: String(baseURL) })
  const api = await signIn(page)
  for (let n = 1; n <= CLIENTS; n++)
    ids[n] = await api.create('/api/clients', {
      nomComplet: nom(n),
      tel: `0555 00 ${String(n).padStart(3, '0')}`,
      email: 'c@exemple.dz',
    })
  const { etage } = await createEtage(api, 'Choisie')
  await createLot(api, etage, 'C-1', 'F3')
  await createLot(api, etage, 'C-2', 'F3', ids[129])
  await page.close()
})

const clients = (page: Page) => page.getByRole('combobox', { name: 'Client' })
const options = (page: Page) => page.getByRole('option')

/** The rows of each answer of the clients, and what was asked. */
function listen(page: Page): { search: string; rows: number }[] {
  const heard: { search: string; rows: number }[] = []
  page.on('response', async (response) => {
    const url = new URL(response.url())
    if (!/\/api\/(all-)?clients$/.test(url.pathname) || !response.ok()) return
    const body: unknown = await response.json()
    const rows = Array.isArray(body) ? body : (body as { data: unknown[] }).data
    heard.push({ search: url.searchParams.get('search') ?? '', rows: rows.length })
  })
  return heard
}

// spec: APT-07, ERR-50
test('a visit reads a hundred clients at most; the others are found by the server, by name and phone', async ({
  page,
}) => {
  const heard = listen(page)
  await page.clock.install()
  await openScreen(page, '/appartement', 'Gestion des Appartements')
  await expect(card(page, 'Appartement C-1')).toBeVisible()
  await expect.poll(() => heard).toEqual([{ search: '', rows: 100 }])

  await clients(page).click()
  await expect(options(page).first()).toHaveText('Tous les clients')
  await expect(options(page).last()).toHaveText('Précisez votre recherche…')
  // Letters typed at once are one search. Its rows may be on the screen before the listener has read them.
  await clients(page).fill('')
  await freeze(page)
  await clients(page).pressSequentially('CLIENT 129')
  await page.clock.resume()
  await expect(options(page)).toHaveText([label(129)])
  await expect.poll(() => heard.slice(1)).toEqual([{ search: 'CLIENT 129', rows: 1 }])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(clients(page)).toHaveValue(label(129))
  await expect(card(page, 'Appartement C-2')).toBeVisible()
  await expect(card(page, 'Appartement C-1')).toHaveCount(0)

  // What is chosen keeps its name: after a reload, and when the list is opened again.
  await page.reload()
  await expect(clients(page)).toHaveValue(label(129))
  await clients(page).click()
  await expect(page.getByRole('option', { selected: true })).toHaveText(label(129))
  await page.keyboard.press('Escape')
  await expect(clients(page)).toHaveValue(label(129))
  await expect(options(page)).toHaveCount(0)
  await expectAccessible(page)
  await expect.poll(() => Math.max(...heard.map(({ rows }) => rows))).toBe(100)
})

// spec: PAY-25, ERR-75
test('a form finds by phone whom the first hundred do not show, and says when it could not look', async ({
  page,
}) => {
  const heard = listen(page)
  await openScreen(page, '/paiements', 'Paiements par Bien')
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  const field = dialog(page).getByRole('combobox', { name: 'Client' })
  await field.fill('00 129')
  await expect(options(page)).toHaveText([label(129), 'Ajouter «\u00A000 129\u00A0»'])
  await options(page).first().click()
  await expect(field).toHaveValue(label(129))
  await expect(dialog(page).getByRole('combobox', { name: 'Appartement' })).toBeEnabled()
  // The form leads to the amount of his only bien when it comes: nothing is written before.
  await expect(dialog(page).getByLabel('Montant')).toBeFocused()
  await expect.poll(() => Math.max(...heard.map(({ rows }) => rows))).toBe(100)

  await field.fill('personne ainsi nommé')
  await expect(page.getByText('Aucun résultat').filter({ visible: true })).toBeVisible()
  await page.route(`${CALLS}/api/clients?*`, (route) => route.fulfill({ status: 500, json: {} }))
  await field.fill('client 118')
  await expect(
    page.getByText('Erreur lors du chargement des clients.').filter({ visible: true }),
  ).toBeVisible()
  await page.unrouteAll()
  await field.fill('client 119')
  await expect(options(page)).toHaveText([label(119), 'Ajouter «\u00A0client 119\u00A0»'])
  await expect(alert(page)).toHaveCount(0)
})

// spec: APT-07
test('a slow answer to what was typed before is not taken for what is typed now', async ({ page }) => {
  await openScreen(page, '/appartement', 'Gestion des Appartements')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    `${CALLS}/api/all-clients?search=client+12`,
    async (route) => (await held, route.fallback()),
  )
  await clients(page).fill('client 12')
  await expect(page.getByText('Recherche…')).toBeVisible()
  await clients(page).fill('client 115')
  await expect(options(page)).toHaveText([label(115)])
  release()
  await clients(page).fill('client 11')
  await expect(options(page)).toHaveText(Array.from({ length: 10 }, (_, rank) => label(110 + rank)))
})
