import type { Locator } from '@playwright/test'
import { expect, expectAccessible, preferDark, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, type Lieu } from './portefeuille.ts'
import { alert, CALLS, choose, dialog, expectOptions, plain } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const combo = (page: Page, label: string) => dialog(page).getByRole('combobox', { name: label })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Enregistrer', exact: true })
const row = (page: Page, text: string | RegExp): Locator =>
  page.locator('main tbody').getByRole('row').filter({ hasText: text })
const PNG = Buffer.concat([
  Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
  Buffer.from('picture'),
  Buffer.from('IEND\u00AE\u0042\u0060\u0082', 'latin1'),
])
const PHOTO = { name: 'photo du chèque.png', mimeType: 'image/png', buffer: PNG }

let lieu: Lieu
let ali: number

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ali) return
  lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
})

/** Ali's appartement at 1 000 DA and its payments on the screen. */
async function show(page: Page, numLot: string) {
  const api = await signIn(page)
  const lot = await sellAppartement(api, lieu, ali, numLot, 1000)
  await page.goto(`/clients/${ali}/paiements/${lot}`)
  return { api, lot }
}
async function take(page: Page, numLot: string) {
  const shown = await show(page, numLot)
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await expect(field(page, 'Montant *')).toBeFocused()
  return shown
}

// spec: EN-34
test('the form has the fields of each mode, and sends none of those it does not show', async ({ page }) => {
  await take(page, 'M-1')
  const mode = combo(page, 'Mode de paiement')
  await expectOptions(page, mode, ['Virement', 'Chèque', 'Versement bancaire', 'Espèces', 'Autre'])
  const all = ['Référence du virement', 'Numéro du chèque *', 'Référence du bordereau', 'Référence']
  for (const [name, bank, reference, day] of [
    ['Virement', true, 'Référence du virement', false],
    ['Chèque', true, 'Numéro du chèque *', true],
    ['Versement bancaire', true, 'Référence du bordereau', false],
    ['Autre', false, 'Référence', false],
    ['Espèces', false, null, false],
  ] as const) {
    await choose(dialog(page), 'Mode de paiement', name)
    await expect(field(page, name === 'Chèque' ? 'Banque *' : 'Banque')).toHaveCount(bank ? 1 : 0)
    for (const label of all) await expect(field(page, label)).toHaveCount(label === reference ? 1 : 0)
    await expect(field(page, 'Date du chèque')).toHaveCount(day ? 1 : 0)
    await expect(dialog(page).getByRole('note')).toHaveCount(name === 'Espèces' ? 1 : 0)
  }
  await expect(dialog(page).getByRole('note')).toHaveText(
    "Depuis la loi de finances 2025 (art. 207), un bien immobilier se paie par les circuits bancaires ; les notaires doivent refuser les espèces. Vous pouvez enregistrer ce versement, mais l'acte risque d'être refusé.",
  )
  await expectAccessible(page)
  await expect(field(page, 'Nom du payeur')).toHaveCount(0)
  await choose(dialog(page), 'Payé par', 'Un proche')
  await field(page, 'Nom du payeur').fill('Omar Benali')
  await choose(dialog(page), 'Payé par', 'Le client')

  await choose(dialog(page), 'Mode de paiement', 'Chèque')
  await field(page, 'Banque *').fill('BNA')
  await field(page, 'Numéro du chèque *').fill('0012345')
  await choose(dialog(page), 'Mode de paiement', 'Espèces')
  await field(page, 'Montant *').fill('400')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await save(page).click()
  expect((await sent).postDataJSON()).toMatchObject({
    mode: 'especes',
    banque: null,
    reference: null,
    date_cheque: null,
    payeur_type: null,
    payeur: null,
  })
  const banner = page.getByRole('status').filter({ hasText: 'Reçu N°' })
  await expect(banner).toContainText('Espèces : depuis la loi de finances 2025 (art. 207)')
  await expect(row(page, /400,00/)).toContainText('Espèces')

  // The bank that was used is offered from then on.
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await field(page, 'Montant *').fill('100')
  await choose(dialog(page), 'Mode de paiement', 'Virement')
  await field(page, 'Banque').fill('Banque du Sud')
  await page.keyboard.press('Escape')
  await field(page, 'Référence du virement').fill('V-1')
  await choose(dialog(page), 'Payé par', 'Une banque (crédit)')
  await field(page, 'Nom du payeur').fill('CNEP, agence de Hydra')
  await page.keyboard.press('Enter')
  await expect(row(page, /100,00/)).toContainText(
    'Virement Banque du Sud n° V-1 · payé par CNEP, agence de Hydra',
  )
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await choose(dialog(page), 'Mode de paiement', 'Chèque')
  await field(page, 'Banque *').fill('sud')
  await expect(page.getByRole('option')).toHaveText(['Banque du Sud'])

  // spec: EC-40
  await page.keyboard.press('Escape')
  await field(page, 'Banque *').fill(' ')
  await field(page, 'Montant *').fill('50')
  const sends: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sends.push(request.url()))
  await save(page).click()
  await expect(field(page, 'Banque *')).toHaveAccessibleDescription('La banque est obligatoire.')
  await expect(field(page, 'Numéro du chèque *')).toHaveAccessibleDescription(
    'Le numéro du chèque est obligatoire.',
  )
  expect(sends).toEqual([])
  await field(page, 'Banque *').fill('BNA')
  await field(page, 'Numéro du chèque *').fill('0012345')
  await save(page).click()
  await expect(row(page, /50,00/)).toContainText('Chèque BNA n° 0012345')
})

// spec: EN-34
test('the payment stands when its proof fails; the proof is sent again, shown, replaced and taken away', async ({
  page,
}) => {
  const { api, lot } = await take(page, 'M-2')
  await field(page, 'Montant *').fill('250')
  const file = dialog(page).locator('input[type=file]')
  expect(await file.getAttribute('accept')).toContain('image/jpeg')
  // What is none is told at once, and nothing is sent.
  await file.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(dialog(page).getByText('Le fichier doit être un PDF, un JPEG ou un PNG.')).toBeVisible()
  await save(page).click()
  await expect(dialog(page)).toBeVisible()
  await file.setInputFiles(PHOTO)

  const proofs = `${CALLS}/api/paiements/*/justificatif`
  await page.route(proofs, (route) =>
    route.fulfill({ status: 413, json: { message: 'Le fichier dépasse 10 Mo.', errors: {} } }),
  )
  await save(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(alert(page)).toContainText(
    'Le paiement est enregistré, mais pas son justificatif : Le fichier dépasse 10 Mo.',
  )
  await expect(page.getByRole('button', { name: 'Imprimer le reçu', exact: true })).toBeVisible()
  const list = async () =>
    (await api.get(`/api/paiements/appartement/${lot}`)) as { id: number; justificatif: string | null }[]
  expect(await list()).toMatchObject([{ versement: 250, justificatif: null }])
  await expectAccessible(page)

  // Again without a network, then with one.
  await page.unroute(proofs)
  await page.route(proofs, (route) => route.abort())
  await alert(page).getByRole('button', { name: 'Réessayer' }).click()
  await expect(alert(page)).toContainText('pas son justificatif : Le serveur ne répond pas.')
  await page.unroute(proofs)
  await alert(page).getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByText('Justificatif enregistré.')).toBeVisible()
  await expect(alert(page)).toHaveCount(0)
  expect(await list()).toMatchObject([{ versement: 250, justificatif: 'photo du chèque.png' }])
  await expect(row(page, /250,00/).getByRole('button', { name: /^Voir le justificatif/ })).toBeVisible()

  await row(page, /250,00/)
    .getByRole('button', { name: /^Modifier le paiement/ })
    .click()
  await expect(dialog(page).getByRole('button', { name: 'Voir le justificatif' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Retirer le justificatif' }).click()
  await dialog(page).getByRole('button', { name: 'Mettre à jour' }).click()
  await expect(row(page, /250,00/).getByRole('button', { name: /^Voir le justificatif/ })).toHaveCount(0)
  expect(await list()).toMatchObject([{ justificatif: null }])
})

test('who does not wait for a proof that is slow keeps the payment, and is told', async ({ page }) => {
  await take(page, 'M-3')
  await field(page, 'Montant *').fill('50')
  await dialog(page).locator('input[type=file]').setInputFiles(PHOTO)
  await page.route(`${CALLS}/api/paiements/*/justificatif`, () => {})
  await save(page).click()
  await expect(dialog(page)).toContainText('Le paiement est enregistré. Envoi du justificatif…')
  await dialog(page).getByRole('button', { name: 'Ne pas attendre' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(alert(page)).toContainText("pas son justificatif : L'envoi a été interrompu.")
  await expect(row(page, /50,00/)).toBeVisible()
})

test('where the firm demands it, mode, bank and reference are starred and refused at their fields', async ({
  page,
}) => {
  const { api } = await take(page, 'M-4')
  await page.keyboard.press('Escape')
  const banques = ['BNA']
  await api.put('/api/parametres/paiements', { valeur: { exiger_mode: true, banques } })
  await page.reload()
  await page.getByRole('button', { name: 'Ajouter un paiement' }).click()
  await field(page, 'Montant *').fill('10')
  await expect(dialog(page).getByText('Mode de paiement *')).toBeVisible()
  await save(page).click()
  await expect(combo(page, 'Mode de paiement')).toHaveAccessibleDescription(
    'Veuillez choisir le mode de paiement.',
  )
  await choose(dialog(page), 'Mode de paiement', 'Virement')
  await save(page).click()
  await expect(field(page, 'Banque *')).toHaveAccessibleDescription('La banque est obligatoire.')
  await expect(field(page, 'Banque *')).toBeFocused()
  await expect(field(page, 'Référence du virement *')).toHaveAccessibleDescription(
    'La référence est obligatoire.',
  )
  await api.put('/api/parametres/paiements', { valeur: { exiger_mode: false, banques } })
})

// spec: EN-13, EN-36
test('a cheque is rejected and presented again from the list; what it was is told, in dark and on a narrow screen', async ({
  page,
}) => {
  await preferDark(page, true)
  await page.setViewportSize({ width: 360, height: 740 })
  const { api, lot } = await show(page, 'M-5')
  const hostile = `<img src=x onerror=alert(1)> "${'é'.repeat(60)}"`
  await api.post('/api/paiements', {
    client_id: ali,
    appartement_id: lot,
    versement: 300,
    date_paiement: '2026-03-28',
    mode: 'cheque',
    banque: 'Banque <b>du</b> Sud',
    reference: '=1+1',
    payeur_type: 'tiers',
    payeur: hostile,
  })
  await pay(api, ali, { appartement_id: lot }, 100, '2026-03-01')
  await page.reload()
  const cheque = row(page, /300,00/)
  await expect(cheque).toContainText(`Chèque Banque <b>du</b> Sud n° =1+1 · payé par ${hostile}`)
  await expect(cheque).toContainText('À remettre')
  const width = () => page.evaluate('document.documentElement.scrollWidth')
  expect(await width()).toBe(360)

  await cheque.getByRole('button', { name: /^Rejeter le chèque/ }).click()
  await expect(dialog(page, 'Rejeter le chèque')).toContainText(
    /Le reste à payer de Ali Benali augmentera de 300,00.DA\./,
  )
  await dialog(page).getByRole('button', { name: 'Rejeter' }).click()
  await expect(combo(page, 'Motif')).toHaveAccessibleDescription('Le motif du rejet est obligatoire.')
  await combo(page, 'Motif').fill('Signature =cmd|non conforme')
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Rejeter' }).click()
  await expect(page.getByText(/Chèque rejeté : le reste à payer augmente de 300,00.DA\./)).toBeVisible()
  await expect(cheque.locator('s')).toHaveText(/300,00/)
  await expect(cheque).toContainText('Rejeté')
  await expect(cheque.getByRole('button', { name: /^Supprimer/ })).toHaveCount(0)
  await expect(page.getByLabel('Détails du bien')).toContainText(/900,00/)
  expect(await width()).toBe(360)
  await expectAccessible(page)

  await page
    .getByLabel('Détails du bien')
    .getByRole('button', { name: /Pourquoi ce solde/ })
    .click()
  await expect(dialog(page)).toContainText('Chèques rejetés, qui ne comptent pas dans ce reste :')
  await expect(dialog(page).locator('li s')).toHaveText(/300,00/)
  await page.keyboard.press('Escape')
  await cheque.getByRole('button', { name: /^Détails/ }).click()
  for (const said of [hostile, '=1+1', 'Signature =cmd|non conforme', /Rejeté le \d/])
    await expect(dialog(page)).toContainText(said)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await cheque.getByRole('button', { name: /^Modifier/ }).click()
  await expect(dialog(page)).toContainText(
    'Ce chèque est rejeté : seuls les détails, le payeur et le justificatif peuvent être corrigés.',
  )
  for (const label of ['Date *', 'Montant *', 'Banque', 'Numéro du chèque', 'Date du chèque'])
    await expect(field(page, label)).toBeDisabled()
  await expect(combo(page, 'Mode de paiement')).toBeDisabled()
  await field(page, 'Nom du payeur').fill('Omar')
  await dialog(page).getByRole('button', { name: 'Mettre à jour' }).click()
  await expect(cheque).toContainText('payé par Omar')

  await cheque.getByRole('button', { name: /^Représenter le chèque/ }).click()
  await expect(dialog(page)).toContainText('Un nouveau reçu sera émis ; celui-ci reste « rejeté ».')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Représenter' }).click()
  await expect(page.getByRole('button', { name: 'Imprimer le reçu', exact: true })).toBeFocused()
  await expect(cheque).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Représenter/ })).toHaveCount(0)
  expect(plain(await page.getByLabel('Détails du bien').textContent())).toContain('600,00')

  // The new one stands for the other: amount, mode and bien are its own.
  await cheque
    .first()
    .getByRole('button', { name: /^Modifier/ })
    .click()
  await expect(dialog(page)).toContainText(/Ce paiement représente le chèque du reçu \d{4}-\d{6} :/)
  await expect(field(page, 'Montant *')).toBeDisabled()
  await expect(field(page, 'Numéro du chèque *')).toBeEnabled()
})

// spec: EN-36
for (const dark of [false, true])
  test(`the form of a cheque stands on a narrow screen and at 200 %, ${dark ? 'in dark' : 'in light'}`, async ({
    page,
  }) => {
    await preferDark(page, dark)
    await take(page, dark ? 'M-7' : 'M-6')
    await choose(dialog(page), 'Mode de paiement', 'Chèque')
    await field(page, 'Banque *').fill(
      "Banque Extérieure d'Algérie, agence de Bordj Bou Arréridj ".repeat(2).slice(0, 100),
    )
    await choose(dialog(page), 'Payé par', 'Une autre personne')
    await field(page, 'Nom du payeur').fill('محمد الأمين بن عبد الله')
    // 640 × 360 is what a screen of 1280 × 720 has at 200 %.
    for (const [width, height] of [
      [360, 740],
      [640, 360],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await expect
        .poll(() => dialog(page).evaluate((one) => one.scrollWidth - one.clientWidth))
        .toBeLessThanOrEqual(0)
      await expectAccessible(page)
    }
  })
