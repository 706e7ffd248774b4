import { aujourdhui, formatJourCourt } from '../shared/dates.ts'
import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
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
  lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
  elodie = await createClient(api, 'Élodie Benaïssa')
  bien.appartement = await sellAppartement(api, lieu, ali, 'A-12', 1000)
  bien.place = await sellPlace(api, lieu, ali, 41, 500)
  bien.local = await sellLocal(api, lieu, ali, 'L-7', 800)
  bien.autre = await sellAppartement(api, lieu, elodie, 'B-3', 2000)
  await pay(api, ali, { appartement_id: bien.appartement }, 300)
})

// spec: PAY-02, PAY-25..PAY-34, PAY-43, PAY-44, PAY-54, PAY-55, PAY-58, PAY-59
test(
  'a payment is taken: the fields depend on each other, the remainder lives, the receipt is offered',
  { tag: ['@paiements', '@jour'] },
  async ({ page }) => {
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
    // The remainders are known without these calls: they are made for the next échéance, once for each bien.
    const soldes = calls.filter((call) => call.includes('/solde/'))
    expect(soldes).toEqual([...new Set(soldes)])

    // Too much is refused before it is sent; the whole remainder is one click away.
    await dialog(page).getByLabel('Montant').fill('800,01')
    await expect(
      dialog(page).getByText(/Le versement dépasse le reste à payer \(800,00\sDA\)\./),
    ).toBeVisible()
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
  },
)
