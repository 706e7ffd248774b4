import { expect, signIn, test, withServer, type Api, type Page } from './diyar.ts'
import { createClient, createLieu, sellAppartement, type Lieu } from './portefeuille.ts'
import { dialog, plain } from './screen.ts'

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

test(
  'two tabs: the second learns what the first has taken, and cannot take it again',
  { tag: ['@paiements', '@jour'] },
  async ({ page, context }) => {
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
  },
)
