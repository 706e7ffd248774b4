import {
  atRest,
  expect,
  expectAccessible,
  openScreen,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import {
  createClient,
  createLieu,
  createLot,
  pay,
  sellAppartement,
  sellLocal,
  sellPlace,
  type Lieu,
} from './portefeuille.ts'
import { CALLS, dialog, plain } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const list = (page: Page, label: string) => dialog(page).getByRole('combobox', { name: label })
const options = (page: Page) => page.getByRole('option')
const texts = async (page: Page) => (await options(page).allInnerTexts()).map(plain)
const reste = async (page: Page) => plain(await field(page, 'Reste à payer').inputValue())
const LISTS = ['Appartement', 'Place de parking', 'Local'] as const

let yasmine: Lieu
let khaldoun: Lieu
const clients = { seul: 0, unReste: 0, plusieurs: 0, places: 0, solde: 0, rien: 0 }

/** The same numbers, bloc and parking in two residences. */
test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (clients.rien) return
  yasmine = await createLieu(api, 'Résidence El Yasmine')
  khaldoun = await createLieu(api, 'Résidence Ibn Khaldoun')
  const lot = (client: number, numLot: string, paid = 0, lieu = yasmine) =>
    sold(api, lieu, client, numLot, paid)

  clients.seul = await createClient(api, 'Zohra Seule')
  await lot(clients.seul, '301', 300)

  clients.unReste = await createClient(api, 'Nadir Boualem')
  await lot(clients.unReste, '311', 1000)
  await sellLocal(api, yasmine, clients.unReste, 'L-1', 800)

  clients.plusieurs = await createClient(api, 'Amrouche Rachid')
  await lot(clients.plusieurs, '302', 1000)
  await lot(clients.plusieurs, '302', 250, khaldoun)
  await lot(clients.plusieurs, '304')
  for (const lieu of [yasmine, khaldoun]) {
    await sellPlace(api, lieu, clients.plusieurs, 41, 500)
    await sellLocal(api, lieu, clients.plusieurs, 'L-7', 9_999_999_999.99)
  }

  clients.places = await createClient(api, 'Samia Deux Places')
  await lot(clients.places, '321', 1000)
  for (const numero of [7, 8]) await sellPlace(api, yasmine, clients.places, numero, 500)

  clients.solde = await createClient(api, 'Kamel Soldé')
  await lot(clients.solde, '331', 1000)
  clients.rien = await createClient(api, 'Farid Sans Bien')
})

async function sold(api: Api, lieu: Lieu, client: number, numLot: string, paid: number): Promise<number> {
  const id = await sellAppartement(api, lieu, client, numLot, 1000)
  if (paid > 0) await pay(api, client, { appartement_id: id }, paid)
  return id
}

async function openDialog(page: Page): Promise<Api> {
  const api = await openScreen(page, '/paiements', 'Paiements par Bien')
  await page.getByRole('button', { name: 'Ajouter un paiement', exact: true }).press('Enter')
  await expect(list(page, 'Client')).toBeFocused()
  return api
}

/** A client by the keyboard alone: his name, which the first line takes up, Enter. */
async function pick(page: Page, nom: string): Promise<void> {
  await list(page, 'Client').press('Control+A')
  await page.keyboard.type(nom)
  await expect(options(page)).toHaveText([new RegExp(`^${nom} · `), `Ajouter « ${nom} »`])
  await page.keyboard.press('Enter')
  await expect(list(page, 'Client')).toHaveValue(new RegExp(`^${nom} · `))
}

// spec: PAY-29, PAY-32, PAY-45
test('the only bien is chosen with its client; what is typed next is the amount', async ({ page }) => {
  const api = await openDialog(page)
  await pick(page, 'Zohra Seule')
  await expect(list(page, 'Appartement')).toHaveValue(/^301 \(F3\)/)
  await expect(field(page, 'Montant')).toBeFocused()
  for (const other of ['Place de parking', 'Local']) await expect(list(page, other)).toBeDisabled()
  await expect.poll(() => reste(page)).toBe('700,00 DA')
  await page.keyboard.type('120,5')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  const [lot] = (await api.get(`/api/clients/${clients.seul}/appartements`)) as { paiements: object[] }[]
  expect(lot?.paiements).toMatchObject([{ versement: 300 }, { versement: 120.5 }])
})

test('of several biens the only one with something left is chosen, whatever its kind', async ({ page }) => {
  await openDialog(page)
  await pick(page, 'Nadir Boualem')
  await expect(list(page, 'Local')).toHaveValue(/^L-1/)
  await expect(field(page, 'Montant')).toBeFocused()
  await expect(list(page, 'Appartement')).toBeDisabled()

  // Another client, in a form that is half filled: the amount is there to be typed over.
  await page.keyboard.type('77')
  await list(page, 'Client').focus()
  await pick(page, 'Zohra Seule')
  await expect(field(page, 'Montant')).toBeFocused()
  await page.keyboard.type('5')
  await expect.poll(async () => plain(await field(page, 'Montant').inputValue())).toBe('5 DA')
  await expect(list(page, 'Local')).toHaveValue('')
})

// spec: PAY-29, PAY-30
test('several: the first list with something left opens, no two lines are alike, what is paid comes last', async ({
  page,
}) => {
  await openDialog(page)
  await pick(page, 'Amrouche Rachid')
  await expect(list(page, 'Appartement')).toBeFocused()
  await expect(options(page)).toHaveCount(3)
  await expect
    .poll(() => texts(page))
    .toEqual([
      '302 (F3) · Bloc B, Résidence Ibn Khaldoun reste 750,00 DA',
      '304 (F3) · Bloc B, Résidence El Yasmine reste 1 000,00 DA',
      '302 (F3) · Bloc B, Résidence El Yasmine soldé',
    ])
  for (const kind of LISTS) await expect(list(page, kind)).toHaveValue('')

  await page.keyboard.type('yasmine 302')
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('khaldoun')
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(list(page, 'Appartement')).toHaveValue('302 (F3) · Bloc B, Résidence Ibn Khaldoun')
  // The way goes on to the amount.
  await expect(field(page, 'Montant')).toBeFocused()
  await expect.poll(() => reste(page)).toBe('750,00 DA')
  await expectAccessible(page)

  for (const [kind, lines] of [
    [
      'Place de parking',
      ['N° 41, Parking Nord · Résidence El Yasmine', 'N° 41, Parking Nord · Résidence Ibn Khaldoun'],
    ],
    ['Local', ['L-7 · Bloc B, Résidence El Yasmine', 'L-7 · Bloc B, Résidence Ibn Khaldoun']],
  ] as const) {
    await list(page, 'Client').focus()
    await pick(page, 'Zohra Seule')
    await expect(list(page, 'Appartement')).toHaveValue(/^301/)
    await list(page, 'Client').focus()
    await pick(page, 'Amrouche Rachid')
    await expect(list(page, 'Appartement')).toBeFocused()
    await page.keyboard.press('Escape')
    await list(page, kind).click()
    const left = kind === 'Local' ? '9 999 999 999,99' : '500,00'
    await expect(options(page)).toHaveCount(2)
    expect((await texts(page)).toSorted()).toEqual(lines.map((line) => `${line} reste ${left} DA`))
    await page.keyboard.press('Escape')
  }
})

test('a list without anything left is passed over; a paid bien can still be chosen', async ({ page }) => {
  await openDialog(page)
  await pick(page, 'Samia Deux Places')
  await expect(list(page, 'Place de parking')).toBeFocused()
  await expect
    .poll(() => texts(page))
    .toEqual([
      'N° 7, Parking Nord · Résidence El Yasmine reste 500,00 DA',
      'N° 8, Parking Nord · Résidence El Yasmine reste 500,00 DA',
    ])
  await list(page, 'Appartement').click()
  await page.getByRole('option', { name: /^321 \(F3\) · Bloc B, Résidence El Yasmine/ }).click()
  await expect.poll(() => reste(page)).toBe('0,00 DA')
  await field(page, 'Montant').fill('1')
  await expect(dialog(page).getByText(/Le versement dépasse le reste à payer/)).toBeVisible()
})

test('nothing left, or nothing at all: it is said, and nothing is chosen', async ({ page }) => {
  await openDialog(page)
  for (const [nom, text] of [
    ['Kamel Soldé', "Tous les biens de ce client sont soldés : il n'a plus rien à payer."],
    ['Farid Sans Bien', "Aucun bien n'est attribué à ce client : il n'a rien à payer."],
  ] as const) {
    await pick(page, nom)
    await expect(dialog(page).getByRole('status').getByText(text)).toBeVisible()
    for (const kind of LISTS) await expect(list(page, kind)).toHaveValue('')
    await expect(list(page, 'Client')).toBeFocused()
  }
  await pick(page, 'Zohra Seule')
  await expect(dialog(page).getByText(/rien à payer/)).toHaveCount(0)
  await expect(field(page, 'Montant')).toBeFocused()
})

test('biens that come late take no focus from who is typing, and none of another client', async ({
  page,
}) => {
  await openDialog(page)
  const held = new Map<number, () => void>()
  for (const id of [clients.seul, clients.plusieurs])
    await page.route(`${CALLS}/api/clients/${id}/appartements`, async (route) => {
      await new Promise<void>((resolve) => held.set(id, resolve))
      await route.continue().catch(() => {})
    })
  const answered = (id: number) =>
    page.waitForResponse((response) => response.url().endsWith(`/clients/${id}/appartements`))

  // He types the details meanwhile: the bien is chosen, the focus stays.
  await pick(page, 'Zohra Seule')
  await field(page, 'Détails').focus()
  await page.keyboard.type('Chèque n° 1')
  await expect.poll(() => held.has(clients.seul)).toBe(true)
  const first = answered(clients.seul)
  held.get(clients.seul)?.()
  await first
  await expect(list(page, 'Appartement')).toHaveValue(/^301/)
  await expect(field(page, 'Détails')).toBeFocused()
  await page.keyboard.type('2')
  await expect(field(page, 'Détails')).toHaveValue('Chèque n° 12')

  // The first client's biens come when another has been chosen.
  await list(page, 'Client').focus()
  await pick(page, 'Amrouche Rachid')
  await expect.poll(() => held.has(clients.plusieurs)).toBe(true)
  await pick(page, 'Nadir Boualem')
  await expect(list(page, 'Local')).toHaveValue(/^L-1/)
  await expect(field(page, 'Montant')).toBeFocused()
  held.get(clients.plusieurs)?.()
  await page.unrouteAll({ behavior: 'wait' })
  await atRest(page)
  await expect(list(page, 'Local')).toHaveValue(/^L-1/)
  await expect(list(page, 'Appartement')).toHaveValue('')
  await expect(options(page)).toHaveCount(0)

  // Tab was already on its way to the lists: the bien comes there by itself, and the amount is next.
  held.clear()
  await page.route(`${CALLS}/api/clients/${clients.seul}/appartements`, async (route) => {
    await new Promise<void>((resolve) => held.set(clients.seul, resolve))
    await route.continue()
  })
  await list(page, 'Client').focus()
  await pick(page, 'Zohra Seule')
  await page.keyboard.press('Tab')
  await expect(list(page, 'Appartement')).toBeFocused()
  await expect.poll(() => held.has(clients.seul)).toBe(true)
  held.get(clients.seul)?.()
  await expect(field(page, 'Montant')).toBeFocused()
  await expect(list(page, 'Appartement')).toHaveValue(/^301/)
})

test('a list that fails chooses nothing; read again, it does', async ({ page }) => {
  await openDialog(page)
  await page.route(`${CALLS}/api/locaux/client/${clients.seul}`, (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await pick(page, 'Zohra Seule')
  await expect(dialog(page).getByText('Erreur lors du chargement des locaux.')).toBeVisible()
  await expect(list(page, 'Appartement')).toBeEnabled()
  for (const kind of LISTS) await expect(list(page, kind)).toHaveValue('')
  await expect(dialog(page).getByText(/rien à payer/)).toHaveCount(0)
  await page.unrouteAll()
  await dialog(page).getByRole('button', { name: 'Réessayer' }).press('Enter')
  await expect(list(page, 'Appartement')).toHaveValue(/^301/)
  await expect(field(page, 'Montant')).toBeFocused()
})

test('how biens are read comes with the first client; when it does not, it is told, and it can be asked for again', async ({
  page,
}) => {
  const script = '**/assets/lecturesDesBiens-*.js'
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/lecturesDesBiens-') && asked.push(request.url()))
  await openDialog(page)
  expect(asked).toEqual([])
  await page.route(script, (route) => route.abort('internetdisconnected'))
  await pick(page, 'Zohra Seule')
  const failures = dialog(page).getByText(/^Erreur lors du chargement des /)
  await expect(failures).toHaveCount(3)
  for (const kind of LISTS) await expect(list(page, kind)).toHaveValue('')
  await page.unroute(script)
  for (const left of [2, 1, 0]) {
    await dialog(page).getByRole('button', { name: 'Réessayer' }).first().press('Enter')
    await expect(failures).toHaveCount(left)
  }
  await expect(list(page, 'Client')).toHaveValue(/^Zohra Seule/)
  await expect(list(page, 'Appartement')).toHaveValue(/^301/)
  await expect(field(page, 'Montant')).toBeFocused()
})

test('where the client is known already, his bien is too', async ({ page }) => {
  await page.goto(`/paiements?ajouter=${clients.unReste}`)
  await expect(list(page, 'Local')).toHaveValue(/^L-1/)
  await expect(field(page, 'Montant')).toBeFocused()
  await page.goto(`/paiements?ajouter=${clients.plusieurs}`)
  await expect(list(page, 'Appartement')).toBeFocused()
  await expect(options(page)).toHaveCount(3)
})

test('lots that bear the same name in blocs of the same name are told apart all the same', async ({
  page,
}) => {
  const api = await signIn(page)
  const client = await createClient(api, 'Hocine Homonyme')
  const residence_id = yasmine.residence
  const etage = async (bloc_id: number, designation: string) =>
    api.create('/api/etages', { residence_id, bloc_id, designation, niveau: 1, logement_par_palier: 9 })
  const bloc = () => api.create('/api/blocs', { residence_id, nomloc: 'Bloc B', description: 'R+5' })
  const [one, other] = [await bloc(), await bloc()]
  const ids: number[] = []
  for (const place of [
    await etage(one, 'RDC'),
    await etage(one, '1er étage'),
    await etage(other, '1er étage'),
  ])
    ids.push(await createLot(api, place, '1', 'F3', client))
  await openDialog(page)
  await pick(page, 'Hocine Homonyme')
  await expect(options(page)).toHaveCount(3)
  const where = 'Bloc B, Résidence El Yasmine'
  const left = 'reste 1 000 000,00 DA'
  await expect
    .poll(() => texts(page))
    .toEqual([
      `1 (F3) · RDC, ${where} ${left}`,
      `1 (F3) · 1er étage, ${where} (fiche ${ids[1]}) ${left}`,
      `1 (F3) · 1er étage, ${where} (fiche ${ids[2]}) ${left}`,
    ])
})
