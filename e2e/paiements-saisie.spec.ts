import { expect, expectAccessible, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, type Lieu } from './portefeuille.ts'
import { CALLS, dialog, plain } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Enregistrer', exact: true })
const rows = (page: Page) => page.locator('main tbody').getByRole('row')
const paid = async (api: Api, lot: number) =>
  ((await api.get(`/api/paiements/appartement/${lot}`)) as { versement: number }[]).map(
    ({ versement }) => versement,
  )

let lieu: Lieu
let ali: number

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ali) return
  lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
})

/** Ali's appartement at 1 000 DA, and the dialog that takes a payment for it. */
async function take(page: Page, numLot: string): Promise<{ api: Api; lot: number }> {
  const api = await signIn(page)
  const lot = await sellAppartement(api, lieu, ali, numLot, 1000)
  await page.goto(`/clients/${ali}/paiements/${lot}`)
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await expect(field(page, 'Montant')).toBeFocused()
  await expect.poll(async () => plain(await field(page, 'Reste à payer').inputValue())).toBe('1 000,00 DA')
  return { api, lot }
}

// spec: PAY-33, PAY-34, PAY-36, PAY-37
test('what is no amount or no day is refused at its field; nothing is sent, nothing typed is lost', async ({
  page,
}) => {
  const { api, lot } = await take(page, 'S-1')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await field(page, 'Détails').fill('Chèque n° 12')
  const amount = field(page, 'Montant')
  const missing = 'Le montant est obligatoire.'
  for (const [text, shown, refusal] of [
    ['1e3', '', missing],
    ['1.5E+03', '', missing],
    ['٣', '', missing],
    ['-5', '', missing],
    ['−5', '', missing],
    ['12/13', '', missing],
    ['٣5', '', missing],
    ['0.001', '0 DA', 'Le montant doit être supérieur à zéro.'],
    ['0', '0 DA', 'Le montant doit être supérieur à zéro.'],
    ['1,000,001', '1 000 001 DA', /Le versement dépasse le reste à payer/],
    ['1000,01', '1 000,01 DA', /Le versement dépasse le reste à payer \(1\s000,00\sDA\)\./],
  ] as const) {
    await amount.fill('')
    // In one piece, as pasted.
    await page.keyboard.insertText(text)
    await field(page, 'Détails').focus()
    await expect.poll(async () => plain(await amount.inputValue())).toBe(shown)
    if (await save(page).isEnabled()) await save(page).click()
    await expect(dialog(page).getByText(refusal)).toBeVisible()
  }

  await amount.fill('1,5')
  await expect.poll(async () => plain(await field(page, 'Reste à payer').inputValue())).toBe('998,50 DA')
  for (const text of ['30/02/2026', '31042026', 'demain', '01/01/1800']) {
    await field(page, 'Date').fill(text)
    await page.keyboard.press('Tab')
    await expect(field(page, 'Date')).toHaveValue(text)
    await save(page).click()
    await expect(dialog(page).getByText("Cette date n'existe pas.")).toBeVisible()
  }
  expect(posts).toEqual([])
  await expect(field(page, 'Détails')).toHaveValue('Chèque n° 12')

  await field(page, 'Date').fill('28022026')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Date')).toHaveValue('28/02/2026')
  await amount.fill('1000')
  await save(page).click()
  await expect(rows(page)).toContainText(/28 février 2026.*1\s000,00\sDA.*Chèque n° 12/)
  expect(await paid(api, lot)).toEqual([1000])
})

// spec: PAY-45, ERR-80
test('an answer that is lost: sent again, it is one payment; given up, the screen shows what was recorded', async ({
  page,
}) => {
  for (const [numLot, again] of [
    ['S-2', true],
    ['S-3', false],
  ] as const) {
    const { api, lot } = await take(page, numLot)
    await field(page, 'Montant').fill('300')
    await page.route(`${CALLS}/api/paiements`, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Erreur lors de la création du paiement.')
    await expect.poll(async () => plain(await field(page, 'Montant').inputValue())).toBe('300 DA')
    await page.unrouteAll()
    if (again) await save(page).click()
    else await dialog(page).getByRole('button', { name: 'Annuler' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(/300,00\sDA/)
    await expect(dialog(page)).toHaveCount(0)
    if (again) await expect(page.getByText(/Reçu N° \d{4}-\d{6}/)).toContainText(/Il reste 700,00\sDA/)
    expect(await paid(api, lot)).toEqual([300])
  }
})

test('two tabs: the second learns what the first has taken, and cannot take it again', async ({
  page,
  context,
}) => {
  const { api, lot } = await take(page, 'S-4')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Ajouter un paiement' }).click()
  for (const tab of [page, other]) {
    await field(tab, 'Date').fill('15/02/2026')
    await tab.keyboard.press('Tab')
    await field(tab, 'Montant').fill('600')
  }
  await save(page).click()
  await expect(rows(page)).toHaveCount(1)
  await save(other).click()
  const refusal = /Le versement dépasse le reste à payer \(400,00\sDA\)\./
  await expect(dialog(other).getByRole('alert')).toHaveText(refusal)
  await expect.poll(async () => plain(await field(other, 'Montant').inputValue())).toBe('600 DA')
  expect(await paid(api, lot)).toEqual([600])

  // A payment that would still fit, but repeats one: said, since only the reader knows whether it is meant.
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  const repeated = dialog(page).getByText(/^Le reçu N° \d{4}-\d{6} est déjà de ce montant, le même jour/)
  await pay(api, ali, { appartement_id: lot }, 100, '2026-02-15')
  await page.reload()
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await field(page, 'Montant').fill('100')
  await expect(repeated).toHaveCount(0)
  await field(page, 'Date').fill('15/02/2026')
  await expect(repeated).toBeVisible()
  await expectAccessible(page)
  await field(page, 'Montant').fill('99')
  await expect(repeated).toHaveCount(0)
})

// spec: DET-06, DET-29
test('a price lowered under what is paid, a payment raised past the price: refused, and the form keeps its content', async ({
  page,
}) => {
  const api = await signIn(page)
  const lot = await sellAppartement(api, lieu, ali, 'S-5', 1000)
  await pay(api, ali, { appartement_id: lot }, 400)
  await pay(api, ali, { appartement_id: lot }, 500)
  await page.goto('/appartement?recherche=S-5')
  await page.getByRole('button', { name: "Modifier l'appartement S-5" }).click()
  const price = dialog(page).getByLabel('Montant total')
  await price.fill('899,99')
  await save(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    /Le montant ne peut pas être inférieur au total déjà payé \(900,00\sDA\)\./,
  )
  await expect.poll(async () => plain(await price.inputValue())).toBe('899,99 DA')
  expect(await api.get(`/api/appartements/${lot}`)).toMatchObject({ montant: 1000, resteAPayer: 100 })

  await page.goto(`/clients/${ali}/paiements/${lot}`)
  await rows(page)
    .filter({ hasText: /500,00/ })
    .getByRole('button', { name: /^Modifier le paiement/ })
    .click()
  await field(page, 'Montant').fill('600,01')
  await expect(dialog(page).getByText(/Le versement dépasse le reste à payer \(600,00\sDA\)\./)).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Mettre à jour' })).toBeDisabled()
  await field(page, 'Montant').fill('600')
  await dialog(page).getByRole('button', { name: 'Mettre à jour' }).click()
  await expect(page.getByText('Paiement modifié avec succès !')).toBeVisible()
  expect((await paid(api, lot)).toSorted((a, b) => a - b)).toEqual([400, 600])
})
