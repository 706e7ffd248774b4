import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createEtage, createLot } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()
/** More than a select is given at once. */
const CLIENTS = 130
const label = (n: number) => `Client ${String(n).padStart(3, '0')} · 0555 00 ${String(n).padStart(3, '0')}`
let lots = 0
let etage: number
let bloc: number

test.beforeAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: String(baseURL) })
  const api = await signIn(page)
  for (let n = 1; n <= CLIENTS; n++) {
    const [nomComplet = '', tel = ''] = label(n).split(' · ')
    await api.create('/api/clients', { nomComplet, tel, email: 'c@exemple.dz' })
  }
  const lieu = await createEtage(api, 'Les Pins', { bloc: 'A10' })
  ;({ etage } = lieu)
  for (const nomloc of ['A1', 'A1 bis'])
    bloc = await api.create('/api/blocs', { residence_id: lieu.residence, nomloc, description: 'R+5' })
  await createEtage(api, 'Les Pins Maritimes')
  await page.close()
})

/** What is asked of the server once something is typed. */
const SOUGHT = /\/api\/(all-)?clients\?search=./
const options = (page: Page) => page.getByRole('option')
const highlighted = (page: Page) => page.locator('[role=option][data-combobox-selected]')
const field = (page: Page, name: string) => dialog(page).getByRole('combobox', { name })

/** The dialog that sells a lot of its own, the focus in its client; what is sent is counted. */
async function assign(page: Page) {
  const api = await signIn(page)
  const numLot = `L-${++lots}`
  const id = await createLot(api, etage, numLot, 'F3')
  await page.goto('/appartement')
  await card(page, `Appartement ${numLot}`)
    .getByRole('button', { name: `Assigner un client à l'appartement ${numLot}` })
    .click()
  await expect(field(page, 'Client')).toBeFocused()
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('all-clients')),
      ),
    )
    .toBe(true)
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  return {
    sent,
    buyer: async () =>
      ((await api.get(`/api/appartements/${id}`)) as { client: { nomComplet: string } | null }).client
        ?.nomComplet,
  }
}

/** Keeps the answers to what is sought until they are let go. */
async function hold(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(SOUGHT, async (route) => (await held, route.fallback()))
  return release
}

for (const delay of [0, 60])
  test(`Enter takes the match, and only the next one sends: ${delay} ms between keys`, async ({ page }) => {
    const { sent, buyer } = await assign(page)
    await page.keyboard.type('129 client', { delay })
    await page.keyboard.press('Enter')
    await expect(field(page, 'Client')).toHaveValue(label(129))
    await expect(options(page)).toHaveCount(0)
    await expect(field(page, 'Client')).toBeFocused()
    expect(sent).toEqual([])
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    expect(await buyer()).toBe('Client 129')
    expect(sent).toHaveLength(1)
  })

for (const delay of [0, 60])
  test(`Tab takes the match and goes on: ${delay} ms between keys`, async ({ page }) => {
    await openScreen(page, '/etage', 'Gestion des Étages')
    await page.getByRole('button', { name: 'Ajouter un étage' }).first().click()
    await expect(field(page, 'Résidence')).toBeFocused()
    // Before the residences are there, and then before its blocs are.
    await page.keyboard.type('pins', { delay })
    await page.keyboard.press('Tab')
    await expect(field(page, 'Résidence')).toHaveValue('Les Pins')
    await field(page, 'Bloc').focus()
    await page.keyboard.type('a1', { delay })
    await page.keyboard.press('Tab')
    // Not A10, which stands before it.
    await expect(field(page, 'Bloc')).toHaveValue('A1')
    await expect(dialog(page).getByLabel('Désignation')).toBeFocused()

    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('a1 b', { delay })
    await page.keyboard.press('Shift+Tab')
    await expect(field(page, 'Bloc')).toHaveValue('A1 bis')
    await expect(field(page, 'Résidence')).toBeFocused()
  })

test('Tab before the answer is there takes its first match when it comes', async ({ page }) => {
  const { sent } = await assign(page)
  const release = await hold(page)
  await page.keyboard.type('client 128')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Client')).not.toBeFocused()
  await expect(field(page, 'Client')).toHaveValue('')
  release()
  await expect(field(page, 'Client')).toHaveValue(label(128))
  expect(sent).toEqual([])
})

test('Enter before the answer is there sends nothing, takes nothing of the former one, and the match when it comes', async ({
  page,
}) => {
  const { sent, buyer } = await assign(page)
  const release = await hold(page)
  await page.keyboard.type('client 12')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Client')).toHaveValue('client 12')
  // Another letter: that was not what was wanted.
  await page.keyboard.type('9')
  release()
  await expect(options(page).filter({ hasText: label(129) })).toBeVisible()
  await expect(highlighted(page)).toHaveText(label(129))
  await expect(field(page, 'Client')).toHaveValue('client 129')
  await page.unrouteAll()
  const releaseAgain = await hold(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Client')).toHaveValue('client 127')
  releaseAgain()
  await expect(field(page, 'Client')).toHaveValue(label(127))
  await expect(options(page)).toHaveCount(0)
  expect(sent).toEqual([])
  expect(await buyer()).toBeUndefined()
})

test('an answer that fails, or finds nobody, takes and sends nothing', async ({ page }) => {
  const { sent } = await assign(page)
  await page.route(SOUGHT, (route) => route.fulfill({ status: 500, json: {} }))
  await page.keyboard.type('client 128')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('Erreur lors du chargement des clients.').filter({ visible: true }),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Client')).toHaveValue('client 128')
  await page.unrouteAll()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('personne ainsi nommé')
  await expect(page.getByText('Aucun résultat').filter({ visible: true })).toBeVisible()
  expect(sent).toEqual([])
  await page.keyboard.press('Tab')
  await expect(field(page, 'Client')).toHaveValue('')
  expect(sent).toEqual([])
})

test('the arrows move what Enter and Tab take; without typing Tab changes nothing, after Escape neither', async ({
  page,
}) => {
  const { sent } = await assign(page)
  const client = field(page, 'Client')
  await page.keyboard.type('client 11')
  await expect(highlighted(page)).toHaveText(label(110))
  await page.keyboard.press('ArrowDown')
  await expect(highlighted(page)).toHaveText(label(111))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(client).toHaveValue(label(112))

  await page.keyboard.press('Shift+Tab')
  await client.focus()
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(client).toHaveValue(label(112))

  await client.fill('client 115')
  await expect(highlighted(page)).toHaveText(label(115))
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(client).toHaveValue(label(112))
  await expect(dialog(page)).toBeVisible()

  // Opened by the mouse: Enter closes it, and sends nothing.
  await client.click()
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(options(page)).toHaveCount(0)
  await expect(client).toHaveValue(label(112))
  expect(sent).toEqual([])
})

test('« Précisez votre recherche… » is never taken; a filter is chosen as a field is', async ({ page }) => {
  await openScreen(page, `/appartement?bloc=${bloc}`, 'Gestion des Appartements')
  const filter = page.getByRole('combobox', { name: 'Client' })
  await filter.fill('client')
  await expect(options(page).filter({ hasText: 'Précisez votre recherche…' })).toBeVisible()
  await expect(highlighted(page)).toHaveText(label(1))
  await page.keyboard.press('ArrowUp')
  await expect(highlighted(page)).toHaveText(label(100))
  await page.keyboard.press('Enter')
  await expect(filter).toHaveValue(label(100))
  await filter.fill('tous')
  await page.keyboard.press('Enter')
  await expect(filter).toHaveValue('Tous les clients')
})

test('Enter in the open list of « Type de logement » keeps what was typed, or takes the line, and never sends', async ({
  page,
}) => {
  const api = await signIn(page)
  await createLot(api, etage, 'T-1', 'F4')
  await page.goto('/appartement')
  await card(page, 'Appartement T-1').getByRole('button', { name: 'Modifier' }).click()
  const type = dialog(page).getByLabel('Type de logement')
  await expect(type).toHaveValue('F4')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await dialog(page).getByLabel('Numéro de lot').focus()
  await page.keyboard.press('Tab')
  await expect(type).toBeFocused()
  await page.keyboard.type('F')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(options(page)).toHaveCount(0)
  await expect(type).toHaveValue('F')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.type('2')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(type).toHaveValue('F2')
  await expect(options(page)).toHaveCount(0)
  expect(sent).toEqual([])
  // A type of one's own has no list: Enter sends, as it does in any field.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Atelier')
  await expect(options(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  expect(sent).toHaveLength(1)
})
