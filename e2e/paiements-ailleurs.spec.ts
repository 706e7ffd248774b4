import { expect, expectReadable, signIn, test, withServer, type Page } from './diyar.ts'
import {
  createClient,
  createLieu,
  pay,
  sellAppartement,
  sellLocal,
  sellPlace,
  type Lieu,
} from './portefeuille.ts'
import { dialog, plain } from './screen.ts'

withServer()

const adding = (page: Page) => dialog(page, 'Ajouter un paiement')
const offer = (where: ReturnType<typeof dialog>, name: string) => where.getByRole('button', { name })

let lieu: Lieu
let ali: number

/** Ali owns a bien of each kind at 1 000 DA, 300 of them paid, and an appartement that is fully paid. */
test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ali) return
  lieu = await createLieu(api, 'Les Jardins')
  ali = await createClient(api, 'Ali Benali')
  await pay(api, ali, { appartement_id: await sellAppartement(api, lieu, ali, 'A-12', 1000) }, 300)
  await pay(api, ali, { place_parking_id: await sellPlace(api, lieu, ali, 41, 1000) }, 300)
  await pay(api, ali, { local_id: await sellLocal(api, lieu, ali, 'L-7', 1000) }, 300)
  await pay(api, ali, { appartement_id: await sellAppartement(api, lieu, ali, 'A-99', 500) }, 500)
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

test('the places where one pays are accessible, in the dark and in the light, and hold on a phone', async ({
  page,
}) => {
  const api = await signIn(page)
  const lot = await sellAppartement(api, lieu, ali, 'A-60', 1000)
  const places = [
    [`/clients?biens=${ali}`, /^Biens de/, 'Ajouter un paiement : Appartement A-60'],
    [`/appartement?details=${lot}`, "Détails de l'appartement", 'Ajouter un paiement : Appartement A-60'],
  ] as const
  for (const [path, title, button] of places) {
    await page.goto(path)
    await expect(offer(dialog(page, title), button)).toBeVisible()
    await expectReadable(page)
    await offer(dialog(page, title), button).click()
    await expect(adding(page).getByLabel('Montant')).toBeFocused()
    await expectReadable(page)
    await enter(page, '10')
    await expect(dialog(page, title).getByRole('button', { name: 'Imprimer le reçu' })).toBeVisible()
    await expectReadable(page)
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
