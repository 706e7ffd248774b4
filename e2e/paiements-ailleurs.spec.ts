import { expect, expectAccessible, preferDark, signIn, test, withServer, type Page } from './diyar.ts'
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
import { actOn, actsUnderMore, card, dialog, menu, plain } from './screen.ts'

withServer()

const adding = (page: Page) => dialog(page, 'Ajouter un paiement')
const ledger = (page: Page) => dialog(page, /^Pourquoi ce solde/)
const offer = (where: ReturnType<typeof dialog>, name: string | RegExp = /^Ajouter un paiement/) =>
  where.getByRole('button', { name })

let lieu: Lieu
let ali: number
const bien = { appartement: 0, place: 0, local: 0, solde: 0, libre: 0 }

/** Ali owns a bien of each kind at 1 000 DA, 300 of them paid, and an appartement that is fully paid; one lot is free. */
test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ali) return
  lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
  bien.appartement = await sellAppartement(api, lieu, ali, 'A-12', 1000)
  bien.place = await sellPlace(api, lieu, ali, 41, 1000)
  bien.local = await sellLocal(api, lieu, ali, 'L-7', 1000)
  bien.solde = await sellAppartement(api, lieu, ali, 'A-99', 500)
  bien.libre = await createLot(api, lieu.etage, 'A-50', 'F2')
  await pay(api, ali, { appartement_id: bien.appartement }, 300)
  await pay(api, ali, { place_parking_id: bien.place }, 300)
  await pay(api, ali, { local_id: bien.local }, 300)
  await pay(api, ali, { appartement_id: bien.solde }, 500)
})

/** Types an amount in the payment dialog and saves it with Enter, as one does without a mouse. */
async function enter(page: Page, amount: string): Promise<void> {
  await expect(adding(page).getByLabel('Montant')).toBeFocused()
  await expect
    .poll(async () => plain(await adding(page).getByLabel('Reste à payer').inputValue()))
    .toMatch(/ DA$/)
  await page.keyboard.type(amount)
  await page.keyboard.press('Enter')
  await expect(adding(page)).toHaveCount(0)
  await expect(page.getByText('Paiement ajouté avec succès !')).toBeVisible()
}

// spec: CLI-14, PAY-25, PAY-26, PAY-27, PAY-29, DET-26
test('from the biens of a client, by the keyboard alone: known fields are filled in, the receipt is offered', async ({
  page,
}) => {
  await page.goto('/clients')
  const opener = card(page, 'Ali Benali').getByRole('button', { name: 'Biens de Ali Benali' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const assets = dialog(page, 'Biens de Ali Benali')
  await expect(assets.getByRole('listitem')).toHaveCount(4)
  await expect(offer(assets)).toHaveCount(3)
  await expect(offer(assets, 'Ajouter un paiement : Appartement A-99')).toHaveCount(0)

  await offer(assets, 'Ajouter un paiement : Local L-7').focus()
  await page.keyboard.press('Enter')
  await expect(adding(page).getByRole('combobox', { name: 'Client' })).toHaveValue(/^Ali Benali · /)
  await expect(adding(page).getByRole('combobox', { name: 'Local' })).toHaveValue(/^L-7 · /)
  for (const other of ['Appartement', 'Place de parking'])
    await expect(adding(page).getByRole('combobox', { name: other })).toBeDisabled()
  await enter(page, '200')
  const print = assets.getByRole('button', { name: 'Imprimer le reçu' })
  await expect(print).toBeFocused()
  const local = assets.getByRole('listitem').filter({ hasText: 'Local L-7' })
  await expect(local).toContainText(/Reste à payer\s:\s*500,00\sDA/)
  await expect(local.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')

  await expect(assets.getByText(/Reçu N° \d{4}-\d{6}/)).toContainText(
    /200,00\sDA, Ali Benali, pour le local L-7, Bloc B, Les Jardins\. Il reste 500,00/,
  )
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^paiement_\d+\.pdf$/)
  await expect(print).toBeFocused()
  // Closed, it leads back to where one was.
  await assets.getByRole('button', { name: 'Fermer le message' }).press('Enter')
  await expect(print).toHaveCount(0)
  await expect(offer(assets, 'Ajouter un paiement : Local L-7')).toBeFocused()

  // Exactly what remains: nothing is offered any more, and the focus stays in the dialog.
  await offer(assets, 'Ajouter un paiement : Local L-7').press('Enter')
  await enter(page, '500')
  await expect(offer(assets, 'Ajouter un paiement : Local L-7')).toHaveCount(0)
  await expect(local).toContainText('100 %')
  await expect(print).toBeFocused()
  // What it was opened from is gone.
  await assets.getByRole('button', { name: 'Fermer le message' }).press('Enter')
  await expect(assets).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(assets).toHaveCount(0)
  await expect(opener).toBeFocused()
})

// spec: APT-19, LOC-22
test('from the details of a sold lot; a free one and a paid one offer nothing; the cards follow', async ({
  page,
}) => {
  await page.goto('/appartement')
  const shown = card(page, 'Appartement A-12')
  await shown.getByRole('button', { name: "Détails de l'appartement A-12" }).click()
  const details = dialog(page, "Détails de l'appartement")
  await offer(details, 'Ajouter un paiement : Appartement A-12').click()
  await expect(adding(page).getByRole('combobox', { name: 'Client' })).toHaveValue(/^Ali Benali · /)
  await expect(adding(page).getByRole('combobox', { name: 'Appartement' })).toHaveValue(/^A-12/)
  await enter(page, '100')
  await expect(details).toContainText(/Reste à payer\s:\s*600,00\sDA/)
  await expect(details.getByRole('button', { name: 'Imprimer le reçu' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shown).toContainText(/Reste à payer\s:\s*600,00\sDA/)
  await expect(shown).toContainText('40 %')
  for (const lot of ['A-50', 'A-99']) {
    await page.getByRole('button', { name: `Détails de l'appartement ${lot}` }).click()
    await expect(details).toContainText(lot)
    await expect(offer(details)).toHaveCount(0)
    await page.keyboard.press('Escape')
  }

  const api = await signIn(page)
  const paye = await sellLocal(api, lieu, ali, 'L-6', 500)
  await pay(api, ali, { local_id: paye }, 500)
  await page.goto(`/locaux?details=${paye}`)
  const local = dialog(page, 'Détails du local')
  await expect(local).toContainText('100 %')
  await expect(offer(local)).toHaveCount(0)
  const autre = await sellLocal(api, lieu, ali, 'L-8', 1000)
  await page.goto(`/locaux?details=${autre}`)
  await offer(local, 'Ajouter un paiement : Local L-8').click()
  await expect(adding(page).getByRole('combobox', { name: 'Local' })).toHaveValue(/^L-8 · /)
  await enter(page, '250')
  await expect(local).toContainText(/Reste à payer\s:\s*750,00\sDA/)
})

// spec: PLC-01, PLC-04
test('from the panel of the places, for an occupied one that is not paid', async ({ page }) => {
  const api = await signIn(page)
  await sellPlace(api, lieu, ali, 43, 0)
  await api.create('/api/places-parking', {
    parking_id: lieu.parking,
    numero_place: 42,
    type_place: 'Box',
    montant: 500,
  })
  await page.goto('/parking')
  await page.getByRole('button', { name: 'Places Parking Nord' }).click()
  const panel = dialog(page, /^Places du parking/)
  await expect(panel.getByRole('article')).toHaveCount(3)
  const NOUVEAU = /^Nouveau paiement/
  for (const rien of ['Place 42', 'Place 43'])
    expect(
      (await actsUnderMore(panel.getByRole('article', { name: rien }))).filter((acte) => NOUVEAU.test(acte)),
    ).toEqual([])
  await actOn(panel.getByRole('article', { name: 'Place 41' }), NOUVEAU)
  await expect(adding(page).getByRole('combobox', { name: 'Place de parking' })).toHaveValue(/41/)
  await enter(page, '50')
  const place = panel.getByRole('article', { name: 'Place 41' })
  await expect(place).toContainText(/Reste à payer\s:\s*650,00\sDA/)
  await expect(panel.getByRole('button', { name: 'Imprimer le reçu' })).toBeVisible()
})

test('a payment dated before others: the receipt that is offered says what remains now', async ({ page }) => {
  const api = await signIn(page)
  const place = await sellPlace(api, lieu, ali, 45, 1000)
  await pay(api, ali, { place_parking_id: place }, 350)
  await page.goto(`/clients/${ali}/paiements/0/${place}`)
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await adding(page).getByLabel('Date').fill('15/01/2026')
  await page.keyboard.press('Escape')
  await adding(page).getByLabel('Montant').fill('50')
  await adding(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText(/Reçu N°/)).toContainText(
    /50,00\sDA, Ali Benali, pour la place 45, Parking Nord, Les Jardins\. Il reste 600,00\sDA/,
  )
})

// spec: APT-25, CLI-14, DET-08, LOC-17, LOC-22, PLC-01
test('every remainder opens into its lines, and Escape closes only what is on top', async ({ page }) => {
  const open = async (reste: ReturnType<Page['locator']>, libelle: string, amount: RegExp) => {
    await reste.getByRole('button', { name: `Pourquoi ce solde ? ${libelle}` }).click()
    await expect(ledger(page).getByRole('row').last()).toContainText(amount)
    await page.keyboard.press('Escape')
    await expect(ledger(page)).toHaveCount(0)
  }
  const api = await signIn(page)
  const salima = await createClient(api, 'Salima Ferhat')
  const lot = await sellAppartement(api, lieu, salima, 'S-1', 800)
  const local = await sellLocal(api, lieu, salima, 'S-2', 700)
  await sellPlace(api, lieu, salima, 44, 600)
  await pay(api, salima, { appartement_id: lot }, 80)

  await page.goto(`/clients?biens=${salima}`)
  const assets = dialog(page, 'Biens de Salima Ferhat')
  await open(assets, 'Appartement S-1', /720,00/)
  await open(assets, 'Place 44', /600,00/)
  await open(assets, 'Local S-2', /700,00/)
  await expect(assets).toBeVisible()

  for (const [path, title, libelle, amount] of [
    [`/appartement?details=${lot}`, "Détails de l'appartement", 'Appartement S-1', /720,00/],
    [`/appartement?rapport=${lot}`, 'Rapport détaillé', 'Appartement S-1', /720,00/],
    [`/locaux?details=${local}`, 'Détails du local', 'Local S-2', /700,00/],
    [`/locaux?rapport=${local}`, 'Rapport détaillé', 'Local S-2', /700,00/],
  ] as const) {
    await page.goto(path)
    await open(dialog(page, title), libelle, amount)
    await expect(dialog(page, title)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await open(card(page, libelle.startsWith('Local') ? 'Local S-2' : 'Appartement S-1'), libelle, amount)
  }

  await page.goto('/parking')
  await page.getByRole('button', { name: 'Places Parking Nord' }).click()
  const panel = dialog(page, /^Places du parking/)
  await open(panel, 'Place 44', /600,00/)
  await expect(panel).toBeVisible()

  await page.goto(`/clients/${salima}/paiements/${lot}`)
  await page.getByRole('button', { name: /^Détails du paiement/ }).click()
  await open(dialog(page, 'Détails du paiement'), 'Appartement S-1', /720,00/)
  await expect(dialog(page, 'Détails du paiement')).toBeVisible()

  // A form on top is not closed by Escape, nor is what stands below it.
  await page.goto(`/clients?biens=${salima}`)
  await offer(assets, 'Ajouter un paiement : Appartement S-1').click()
  await expect(adding(page).getByLabel('Montant')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(adding(page)).toBeVisible()
  await adding(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(assets).toBeVisible()
  await expect(adding(page)).toHaveCount(0)
})

test('the menu shows Paiements while the payments of a bien are shown, and Dashboard on the home page', async ({
  page,
}) => {
  const current = menu(page).locator('[aria-current="page"]')
  for (const [path, entry] of [
    [`/clients/${ali}/paiements/${bien.appartement}`, 'Paiements'],
    [`/clients/${ali}/paiements/0/0/${bien.local}`, 'Paiements'],
    [`/clients/${ali}/paiements`, 'Paiements'],
    ['/clients', 'Clients'],
    [`/clients?biens=${ali}`, 'Clients'],
    ['/paiements?page=1', 'Paiements'],
    ['/', 'Dashboard'],
  ] as const) {
    await page.goto(path)
    await expect(current).toHaveText([entry])
  }
})

test('the places where one pays are accessible, in the dark and in the light, and hold on a phone', async ({
  page,
}) => {
  const api = await signIn(page)
  const lot = await sellAppartement(api, lieu, ali, 'A-60', 1000)
  const places = [
    [`/clients?biens=${ali}`, /^Biens de/, 'Ajouter un paiement : Appartement A-60'],
    [`/appartement?details=${lot}`, "Détails de l'appartement", 'Ajouter un paiement : Appartement A-60'],
  ] as const
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    for (const [path, title, button] of places) {
      await page.goto(path)
      await expect(offer(dialog(page, title), button)).toBeVisible()
      await expectAccessible(page)
      await offer(dialog(page, title), button).click()
      await expect(adding(page).getByLabel('Montant')).toBeFocused()
      await expectAccessible(page)
      await enter(page, '10')
      await expect(dialog(page, title).getByRole('button', { name: 'Imprimer le reçu' })).toBeVisible()
      await expectAccessible(page)
    }
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, title, button] of places) {
    await page.goto(path)
    await expect(offer(dialog(page, title), button)).toBeVisible()
    await offer(dialog(page, title), button).click()
    await enter(page, '10')
    await expect(dialog(page, title).getByRole('button', { name: 'Imprimer le reçu' })).toBeVisible()
    expect(
      await dialog(page, title).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBe(0)
  }
})
