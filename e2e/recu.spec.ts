import { expect, expectAccessible, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, sellAppartement, type Lieu } from './portefeuille.ts'
import { CALLS, dialog, freeze, plain, stepUntilVisible } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const add = (page: Page) => page.getByRole('button', { name: 'Ajouter un paiement' })
const print = (page: Page) => page.getByRole('button', { name: 'Imprimer le reçu', exact: true })
const offer = (page: Page) => page.getByText(/Reçu N° \d{4}-\d{6}/)
const AJOUTE = 'Paiement ajouté avec succès !'

let lieu: Lieu
let ali: number

test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ali) return
  lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
})

/** The payments of a lot of Ali's at 1 000 DA. */
async function open(page: Page, numLot: string): Promise<{ api: Api; lot: number }> {
  const api = await signIn(page)
  const lot = await sellAppartement(api, lieu, ali, numLot, 1000)
  await page.goto(`/clients/${ali}/paiements/${lot}`)
  await expect(page.getByText('Aucun paiement trouvé pour ce bien.')).toBeVisible()
  await expect(add(page)).toBeEnabled()
  return { api, lot }
}

/** Opens the dialog by the key and types an amount. */
async function type(page: Page, amount: string): Promise<void> {
  await add(page).press('Enter')
  await expect(field(page, 'Montant')).toBeFocused()
  await expect.poll(async () => plain(await field(page, 'Reste à payer').inputValue())).toMatch(/ DA$/)
  await page.keyboard.type(amount)
}

const paid = async (api: Api, lot: number) =>
  ((await api.get(`/api/paiements/appartement/${lot}`)) as { id: number; versement: number }[]).map(
    ({ versement }) => versement,
  )

/** The receipts that are asked for from here on. */
function asked(page: Page): string[] {
  const prints: string[] = []
  page.on('request', (request) => request.url().includes('print-single') && prints.push(request.url()))
  return prints
}

/** Holds the next receipt back until it is released. */
async function hold(page: Page): Promise<() => void> {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  await page.route(`${CALLS}/api/paiement/print-single/*`, async (route) => {
    await until
    await route.continue()
  })
  return release
}

test(
  'by the keyboard alone: saved, printed, the next one; the focus is where the next key goes',
  { tag: ['@paiements', '@jour'] },
  async ({ page }) => {
    const { api, lot } = await open(page, 'R-1')
    await type(page, '300')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(print(page)).toBeFocused()
    await expect(offer(page)).toContainText(/300,00\sDA, Ali Benali, pour l'appartement R-1/)

    const release = await hold(page)
    const prints = asked(page)
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    await expect(print(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(print(page)).toBeFocused()
    // A key that is held down, or pressed again, makes no second one.
    await page.keyboard.press('Enter')
    release()
    expect((await download).suggestedFilename()).toMatch(/^paiement_\d+\.pdf$/)
    await expect(print(page)).not.toHaveAttribute('aria-disabled', 'true')
    await expect(print(page)).toBeFocused()
    expect(prints).toHaveLength(1)

    await page.keyboard.press('Escape')
    await expect(print(page)).toHaveCount(0)
    await expect(add(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field(page, 'Montant')).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Annuler' }).press('Enter')
    await expect(add(page)).toBeFocused()
    expect(await paid(api, lot)).toEqual([300])

    // Closed by its own button, it leads back too.
    await type(page, '100')
    await page.keyboard.press('Enter')
    await expect(print(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Fermer le message' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(print(page)).toHaveCount(0)
    await expect(add(page)).toBeFocused()
  },
)

test('the key that saves, held down, does not print as well', async ({ page }) => {
  await open(page, 'R-8')
  const prints = asked(page)
  await type(page, '300')
  await page.keyboard.down('Enter')
  await expect(print(page)).toBeFocused()
  for (let times = 0; times < 5; times++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(print(page)).not.toHaveAttribute('aria-disabled', 'true')
  expect(prints).toEqual([])
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await download
  expect(prints).toHaveLength(1)
})

test('a dialog that was opened again and given up leaves the offer, and the focus where it was', async ({
  page,
}) => {
  await open(page, 'R-2')
  await type(page, '300')
  await page.keyboard.press('Enter')
  await expect(print(page)).toBeFocused()
  await add(page).press('Enter')
  await expect(field(page, 'Montant')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Annuler' }).press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(add(page)).toBeFocused()
  await expect(print(page)).toBeVisible()
})

for (const [where, size] of [
  ['on a desk', { width: 1366, height: 768 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  test(`nothing moves under the mouse when the sentence goes after its 3 s, ${where}`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.clock.install()
    await open(page, `R-3-${size.width}`)
    await type(page, '300')
    await freeze(page)
    await page.keyboard.press('Enter')
    await stepUntilVisible(page, page.getByText(AJOUTE))
    await stepUntilVisible(page, offer(page).getByText(/^Il reste 700,00\sDA/))
    await page.clock.runFor(500)
    // It has arrived.
    await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0)
    const places = () =>
      Promise.all(
        [print(page), offer(page), page.getByRole('region', { name: 'Détails du bien' })].map((part) =>
          part.boundingBox(),
        ),
      )
    const before = await places()
    await page.clock.runFor(1000)
    await expect(page.getByText(AJOUTE)).toBeVisible()
    await page.clock.runFor(1700)
    await expect(page.getByText(AJOUTE)).toHaveCount(0)
    await page.clock.runFor(500)
    expect(await places()).toEqual(before)
    await page.clock.resume()
  })

test('« Enregistrer et imprimer », or Ctrl + Entrée: saved once, and the receipt is made at once', async ({
  page,
}) => {
  const { api, lot } = await open(page, 'R-4')
  await type(page, '300')
  const second = dialog(page).getByRole('button', { name: 'Enregistrer et imprimer' })
  await expect(second).toBeVisible()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Control+Enter')
  const file = (await download).suggestedFilename()
  const [paiement] = (await api.get(`/api/paiements/appartement/${lot}`)) as { id: number }[]
  expect(file).toBe(`paiement_${paiement?.id}.pdf`)
  await expect(dialog(page)).toHaveCount(0)
  await expect(print(page)).toBeFocused()
  expect(await paid(api, lot)).toEqual([300])

  // By the mouse, twice as it happens.
  await type(page, '200')
  const prints = asked(page)
  const again = page.waitForEvent('download')
  await second.dblclick()
  await again
  await expect(dialog(page)).toHaveCount(0)
  await expect(print(page)).not.toHaveAttribute('aria-disabled', 'true')
  expect(await paid(api, lot)).toEqual([200, 300])
  expect(prints).toHaveLength(1)

  // What is not right is neither saved nor printed.
  await type(page, '0')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page).getByText('Le montant doit être supérieur à zéro.')).toBeVisible()
  await page.route(`${CALLS}/api/paiements`, (route) => route.fulfill({ status: 500, json: {} }))
  await field(page, 'Montant').fill('50')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page).getByRole('alert')).toHaveText('Erreur lors de la création du paiement.')
  expect(prints).toHaveLength(1)
  expect(await paid(api, lot)).toEqual([200, 300])
  await expectAccessible(page)
})

test('a receipt that cannot be made: the payment is saved, the receipt stays on offer', async ({ page }) => {
  const { api, lot } = await open(page, 'R-5')
  await page.route(`${CALLS}/api/paiement/print-single/*`, (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await type(page, '300')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Erreur lors de la génération du PDF pour le paiement.')).toBeVisible()
  await expect(offer(page)).toContainText(/300,00\sDA, Ali Benali/)
  await expect(print(page)).toBeFocused()
  expect(await paid(api, lot)).toEqual([300])
  await expectAccessible(page)
  await page.unrouteAll()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await download
  await expect(print(page)).toBeFocused()
})

test('the printers of the rows keep the focus while they work', async ({ page }) => {
  const { api, lot } = await open(page, 'R-6')
  await api.post('/api/paiements', {
    client_id: ali,
    appartement_id: lot,
    versement: 10,
    date_paiement: '2026-01-05',
  })
  await page.reload()
  const release = await hold(page)
  const row = page.getByRole('button', { name: /^Imprimer le reçu \d/ })
  const download = page.waitForEvent('download')
  await row.press('Enter')
  await expect(row).toHaveAttribute('aria-disabled', 'true')
  await expect(row).toBeFocused()
  release()
  await download
  await expect(row).not.toHaveAttribute('aria-disabled', 'true')
  await expect(row).toBeFocused()
})

test('from Ctrl + K, from any screen: the form, and the focus in its first field', async ({ page }) => {
  await open(page, 'R-7')
  for (const screen of ['/dashboard', '/charges', '/paiements', `/clients/${ali}`]) {
    await page.goto(screen)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Client, téléphone, lot/ }).fill('ajouter un pai')
    await expect(page.getByRole('option', { name: /Ajouter un paiement/ })).toBeVisible()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Ajouter un paiement' })
    await expect(form.getByRole('combobox', { name: 'Client' })).toBeFocused()
    await form.getByRole('button', { name: 'Annuler' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
