import { readFile } from 'node:fs/promises'
import { aujourdhui, formatJourCourt } from '../shared/dates.ts'
import {
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import {
  createClient,
  createLieu,
  pay,
  sellAppartement,
  sellLocal,
  sellPlace,
  type Lieu,
} from './portefeuille.ts'
import { CALLS, dialog, expectGoneAfter, freeze, plain } from './screen.ts'

withServer()

const card = (page: Page, name: string) => page.getByRole('article', { name })
const choose = async (page: Page, field: string, option: string | RegExp) => {
  await dialog(page).getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

const open = (page: Page) => openScreen(page, '/paiements', 'Paiements par Bien')

let lieu: Lieu
let ali: number
let elodie: number
const bien = { appartement: 0, place: 0, local: 0, autre: 0 }

/** Ali owns one bien of each kind, Élodie one appartement. */
test.beforeEach(async ({ page }) => {
  if (ali) return
  const api = await signIn(page)
  // spec: PAY-24
  await page.goto('/paiements')
  await expect(page.getByText('Aucun bien avec des paiements disponible.')).toBeVisible()
  lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
  elodie = await createClient(api, 'Élodie Benaïssa')
  bien.appartement = await sellAppartement(api, lieu, ali, 'A-12', 1000)
  bien.place = await sellPlace(api, lieu, ali, 41, 500)
  bien.local = await sellLocal(api, lieu, ali, 'L-7', 800)
  bien.autre = await sellAppartement(api, lieu, elodie, 'B-3', 2000)
  await pay(api, ali, { appartement_id: bien.appartement }, 300)
})

// spec: PAY-01, PAY-09, PAY-11, PAY-12, PAY-13, PAY-14, PAY-15, PAY-16, PAY-17, PAY-18, PAY-19, PAY-20, PAY-21, LIM-14, DET-01
test('one card per client; the first bien, then all; a click opens the payments of that bien', async ({
  page,
}) => {
  const asked = page.waitForRequest((request) => request.url().includes('/api/recap-paiements'))
  await open(page)
  const query = new URL((await asked).url()).searchParams
  expect([query.get('page'), query.get('per_page')]).toEqual(['1', '6'])
  const alis = card(page, 'Ali Benali')
  await expect(alis).toContainText('Appartement')
  await expect(alis).toContainText('A-12')
  await expect(alis).toContainText('30 %')
  await expect(alis).toContainText(/Total payé\s*300,00\sDA\s*Montant total\s*1\s000,00\sDA/)
  await expect(alis.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30')
  await expect(alis).not.toContainText('L-7')
  await expect(card(page, 'Élodie Benaïssa').getByRole('button', { name: /Afficher|Masquer/ })).toHaveCount(0)
  await alis.getByRole('button', { name: 'Afficher tout (2)' }).click()
  for (const said of ['Local', 'L-7', 'Place de parking', '41']) await expect(alis).toContainText(said)
  await alis.getByRole('button', { name: 'Masquer' }).click()
  await expect(alis).not.toContainText('L-7')

  for (const [label, path, heading] of [
    ['Appartement A-12', String(bien.appartement), 'Appartement A-12'],
    ['Local L-7', `0/0/${bien.local}`, 'Local L-7'],
    ['Place de parking 41', `0/${bien.place}`, 'Place 41'],
  ] as const) {
    await page.goto('/paiements')
    if (path !== String(bien.appartement))
      await alis.getByRole('button', { name: 'Afficher tout (2)' }).click()
    await alis.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(new RegExp(`/clients/${ali}/paiements/${path}$`))
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
})

// spec: PAY-04, PAY-05, PAY-06, PAY-07, PAY-08, PAY-23, LIM-16
test('the search finds names and numbers 300 ms after the last key, and is reset', async ({ page }) => {
  await page.clock.install()
  await open(page)
  await expect(card(page, 'Ali Benali')).toBeVisible()
  const field = page.getByPlaceholder('Nom du client ou numéro de bien...')
  const busy = page.getByRole('status', { name: 'Recherche en cours' })
  const searched: (string | null)[] = []
  page.on(
    'request',
    (request) =>
      request.url().includes('/api/recap-paiements') &&
      searched.push(new URL(request.url()).searchParams.get('search')),
  )
  await page.clock.pauseAt(Date.now() + 60_000)
  await field.fill('elodie')
  await expect(busy).toBeVisible()
  await page.clock.runFor(299)
  await expect(busy).toBeVisible()
  expect(searched).toEqual([])
  await page.clock.runFor(1)
  await expect(busy).toHaveCount(0)
  await page.clock.resume()
  await expect(card(page, 'Ali Benali')).toHaveCount(0)
  await expect(card(page, 'Élodie Benaïssa')).toBeVisible()
  expect(searched).toEqual(['elodie'])
  await field.fill('l-7')
  await expect(card(page, 'Ali Benali')).toContainText('L-7')
  await field.fill('zzz')
  await expect(page.getByText('Aucun bien trouvé avec ce critère.')).toBeVisible()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(card(page, 'Ali Benali')).toBeVisible()
  await expect(field).toHaveValue('')
})

// spec: PAY-22
test('more than six clients make pages, which Back restores', async ({ page }) => {
  const api = await signIn(page)
  for (let n = 1; n <= 5; n++) await sellPlace(api, lieu, await createClient(api, `Voisin ${n}`), 60 + n, 10)
  await open(page)
  await expect(page.getByText('Page 1 / 2')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(6)
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(page.getByText('Page 2 / 2')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByText('Page 1 / 2')).toBeVisible()
  await page.goForward()
  await page.getByRole('button', { name: 'Page précédente' }).click()
  await expect(page.getByText('Page 1 / 2')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(6)
})

// spec: PAY-02, PAY-25..PAY-34, PAY-43, PAY-44, PAY-54, PAY-55, PAY-58, PAY-59
test('a payment is taken: the fields depend on each other, the remainder lives, the receipt is offered', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) =>
    calls.push(`${request.method()} ${new URL(request.url()).pathname.replace('/backend/public', '')}`),
  )
  await page.clock.install()
  await open(page)
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  for (const label of [
    'Client',
    'Appartement',
    'Place de parking',
    'Local',
    'Date',
    'Montant',
    'Reste à payer',
    'Détails',
  ])
    await expect(dialog(page).getByLabel(label, { exact: false }).first()).toBeVisible()
  const reste = dialog(page).getByLabel('Reste à payer')
  await expect(reste).toHaveAttribute('readonly', '')
  const today = formatJourCourt(aujourdhui())
  await expect(dialog(page).getByLabel('Date')).toHaveValue(today)

  await choose(page, 'Client', /^Élodie Benaïssa · /)
  await choose(page, 'Appartement', /B-3/)
  await expect.poll(async () => plain(await reste.inputValue())).toBe('2 000,00 DA')
  calls.length = 0
  await choose(page, 'Client', /^Ali Benali · /)
  await expect(dialog(page).getByRole('combobox', { name: 'Appartement' })).toHaveValue('')
  await expect
    .poll(() => calls)
    .toEqual(
      expect.arrayContaining([
        `GET /api/clients/${ali}/appartements`,
        `GET /api/place-parking-client/${ali}`,
        `GET /api/locaux/client/${ali}`,
      ]),
    )
  await choose(page, 'Appartement', /A-12/)
  await expect.poll(() => calls).toContain(`GET /api/paiements/appartement/${bien.appartement}`)
  for (const field of ['Place de parking', 'Local'])
    await expect(dialog(page).getByRole('combobox', { name: field })).toBeDisabled()
  await expect.poll(async () => plain(await reste.inputValue())).toBe('700,00 DA')
  await dialog(page).getByLabel('Montant').fill('200')
  await expect.poll(async () => plain(await reste.inputValue())).toBe('500,00 DA')
  await expect(dialog(page)).toContainText(/1\s000,00\sDA − 300,00\sDA déjà payés − 200,00\sDA saisis/)
  // Another bien: the first choice is cleared, then the other kinds open again.
  let before = 'Appartement'
  for (const [kind, option, others, remains] of [
    ['Place de parking', 'N° 41, Parking Nord', ['Appartement', 'Local'], '300,00 DA'],
    ['Local', 'L-7', ['Appartement', 'Place de parking'], '600,00 DA'],
  ] as const) {
    await dialog(page)
      .getByRole('combobox', { name: before })
      .locator('xpath=ancestor::div[contains(@class,"Input-wrapper")]')
      .locator('button')
      .click()
    await choose(page, kind, option)
    for (const other of others) {
      await expect(dialog(page).getByRole('combobox', { name: other })).toBeDisabled()
      await expect(dialog(page).getByRole('combobox', { name: other })).toHaveValue('')
    }
    await expect.poll(async () => plain(await reste.inputValue())).toBe(remains)
    before = kind
  }
  // What remains is known without them: they are asked for the next échéance, once for each bien.
  const soldes = calls.filter((call) => call.includes('/solde/'))
  expect(soldes).toEqual([...new Set(soldes)])

  // Too much is refused before it is sent; the whole remainder is one click away.
  await dialog(page).getByLabel('Montant').fill('800,01')
  await expect(dialog(page).getByText(/Le versement dépasse le reste à payer \(800,00\sDA\)\./)).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Enregistrer', exact: true })).toBeDisabled()
  await dialog(page).getByRole('button', { name: 'Verser tout le reste' }).click()
  await expect.poll(async () => plain(await reste.inputValue())).toBe('0,00 DA')
  await dialog(page).getByLabel('Montant').fill('150,50')

  const answered = new Promise<void>((resolve) => {
    void page.route(`${CALLS}/api/paiements`, async (route) => {
      await expect(dialog(page).getByRole('button', { name: 'Enregistrement...' })).toBeDisabled()
      await route.continue()
      resolve()
    })
  })
  await freeze(page)
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).dblclick()
  await answered
  await expectGoneAfter(page, page.getByText('Paiement ajouté avec succès !'), 3000)
  await page.clock.resume()
  await expect(dialog(page)).toHaveCount(0)
  expect(calls.filter((call) => call === 'POST /api/paiements')).toHaveLength(1)

  await expect(page.getByText(/Reçu N° \d{4}-\d{6}/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Imprimer le reçu' }).click()
  expect((await download).suggestedFilename()).toMatch(/^paiement_\d+\.pdf$/)
})

// spec: PAY-35, PAY-36, PAY-37, LIM-12
test('what is missing is said at its field and nothing is sent', async ({ page }) => {
  await open(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await dialog(page).getByLabel('Date').fill('')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  for (const text of [
    'Veuillez sélectionner un client.',
    'Veuillez sélectionner un bien.',
    'La date est obligatoire.',
    'Le montant est obligatoire.',
  ])
    await expect(dialog(page).getByText(text)).toBeVisible()
  await expect(dialog(page).getByLabel('Montant')).toHaveAttribute('step', '0.01')
  expect(sent).toEqual([])
})

test('a remainder that another member takes meanwhile: the server refuses, nothing typed is lost', async ({
  page,
}) => {
  const api = await open(page)
  await card(page, 'Élodie Benaïssa').getByRole('button', { name: 'Nouveau paiement' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Client' })).toHaveValue(/^Élodie Benaïssa · /)
  await expect(dialog(page).getByRole('combobox', { name: 'Appartement' })).toHaveValue(/B-3/)
  await dialog(page).getByLabel('Montant').fill('1500')
  await dialog(page).getByLabel('Détails').fill('Solde')
  await expect
    .poll(async () => plain(await dialog(page).getByLabel('Reste à payer').inputValue()))
    .toBe('500,00 DA')
  await pay(api, elodie, { appartement_id: bien.autre }, 600)
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    /Le versement dépasse le reste à payer \(1\s400,00\sDA\)\./,
  )
  await expect(dialog(page).getByLabel('Détails')).toHaveValue('Solde')
})

// spec: ERR-72, ERR-75, ERR-76, ERR-77, ERR-78, ERR-79, ERR-80
test('each failing call says its own sentence', async ({ page }) => {
  await open(page)
  const fail = (path: string) =>
    page.route(`${CALLS}${path}`, (route) => route.fulfill({ status: 500, json: {} }))
  const say = (text: string) => expect(page.getByText(text)).toBeVisible()
  await fail('/api/recap-paiements?*')
  await page.reload()
  await say('Erreur lors du chargement des paiements. Veuillez réessayer.')
  await page.unroute(`${CALLS}/api/recap-paiements?*`)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(card(page, 'Ali Benali')).toBeVisible()

  await fail('/api/clients')
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await say('Erreur lors du chargement des clients.')
  await page.unroute(`${CALLS}/api/clients`)
  await dialog(page).getByRole('button', { name: 'Réessayer' }).click()
  await fail(`/api/clients/${ali}/appartements`)
  await fail(`/api/place-parking-client/${ali}`)
  await fail(`/api/locaux/client/${ali}`)
  await choose(page, 'Client', /^Ali Benali · /)
  for (const text of ['des appartements', 'des places de parking', 'des locaux'])
    await say(`Erreur lors du chargement ${text}.`)
  // Her only bien is chosen with her, which asks for its payments at once.
  await fail(`/api/paiements/appartement/${bien.autre}`)
  await choose(page, 'Client', /^Élodie Benaïssa · /)
  await say('Erreur lors du calcul du reste à payer.')
  await page.unroute(`${CALLS}/api/paiements/appartement/${bien.autre}`)
  await dialog(page).getByRole('button', { name: 'Réessayer' }).click()
  await dialog(page).getByLabel('Montant').fill('1')
  await fail('/api/paiements')
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await say('Erreur lors de la création du paiement.')
})

// spec: PAY-03, PAY-10, PAY-56, PAY-57, ERR-83, ERR-84
test('prints are saved under their names, can be cancelled, and say when they fail', async ({ page }) => {
  await open(page)
  for (const [button, name] of [
    ['Imprimer tous', 'tous_les_paiements.pdf'],
    ['Imprimer les paiements de Ali Benali', `paiements_client_${ali}.pdf`],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe(name)
    expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(page.getByRole('button', { name: 'Imprimer tous' })).toBeEnabled()
  }
  const cancelled = page.waitForEvent('requestfailed')
  await page.route(`${CALLS}/api/paiement/print-all`, () => {})
  await page.getByRole('button', { name: 'Imprimer tous' }).click()
  await expect(page.getByText('Préparation du relevé de tous les paiements…')).toBeVisible()
  await page.getByRole('button', { name: 'Annuler' }).click()
  expect((await cancelled).url()).toContain('print-all')
  await expect(page.getByRole('button', { name: 'Imprimer tous' })).toBeEnabled()
  await page.unrouteAll()

  await page.route(`${CALLS}/api/paiement/print-*`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.route(`${CALLS}/api/paiement/print-*/*`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Imprimer tous' }).click()
  await expect(page.getByText('Erreur lors de la génération du PDF pour tous les paiements.')).toBeVisible()
  await page.getByRole('button', { name: 'Imprimer les paiements de Ali Benali' }).click()
  await expect(page.getByText('Erreur lors de la génération du PDF pour le client.')).toBeVisible()
})

test('the screen and its dialog are accessible, in the dark and in the light, and hold on a phone', async ({
  page,
}) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    await open(page)
    await expect(card(page, 'Ali Benali')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
    await expect(dialog(page)).toBeVisible()
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await expect(card(page, 'Ali Benali')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
