import { expect, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, sellAppartement, type Lieu } from './portefeuille.ts'
import { CALLS, dialog, plain } from './screen.ts'

withServer()

const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const add = (page: Page) => page.getByRole('button', { name: 'Ajouter un paiement' })
const print = (page: Page) => page.getByRole('button', { name: 'Imprimer le reçu', exact: true })
const offer = (page: Page) => page.getByText(/Reçu N° \d{4}-\d{6}/)

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
