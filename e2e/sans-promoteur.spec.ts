import { atRest, expect, expectAccessible, preferDark, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, sellAppartement } from './portefeuille.ts'
import { CALLS, dialog } from './screen.ts'

withServer()

const SENTENCE = 'Vos documents sortent sans vos coordonnées.'
const said = (page: Page) => page.getByText(SENTENCE)
const link = (page: Page) => page.getByRole('link', { name: 'Renseigner le promoteur' })
const print = (page: Page) => page.getByRole('button', { name: 'Imprimer le reçu', exact: true })

let ali = 0
let lot = 0
test.beforeEach(async ({ page }) => {
  const api = await signIn(page)
  if (ali) return
  ali = await createClient(api, 'Ali Benali')
  lot = await sellAppartement(api, await createLieu(api, 'Les Jardins'), ali, 'A-12', 1000)
})

/** Takes a payment, by the keyboard, and waits for its receipt. */
async function take(page: Page, amount: string): Promise<void> {
  await page.goto(`/clients/${ali}/paiements/${lot}`)
  const add = page.getByRole('button', { name: 'Ajouter un paiement' })
  await expect(add).toBeEnabled()
  await add.press('Enter')
  await expect(dialog(page).getByLabel('Montant')).toBeFocused()
  await expect(dialog(page).getByLabel('Reste à payer')).toHaveValue(/DA$/)
  await page.keyboard.type(amount)
  await page.keyboard.press('Enter')
  await expect(print(page)).toBeFocused()
  await expect(page.getByText(/^Reçu N°/)).toContainText('Il reste')
}

test('while the promoter is loading, or did not load, nothing is said of him', async ({ page }) => {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  await page.route(`${CALLS}/api/promoteurs`, async (route) => {
    await until
    await route.fulfill({ status: 500, json: {} })
  })
  const asked = page.waitForRequest(/\/api\/promoteurs$/)
  await page.goto('/recap')
  await asked
  await expect(page.getByText('Ali Benali').first()).toBeVisible()
  await expect(said(page)).toHaveCount(0)
  const failed = page.waitForResponse(/\/api\/promoteurs$/)
  release()
  expect((await failed).status()).toBe(500)
  await take(page, '10')
  await atRest(page)
  await expect(said(page)).toHaveCount(0)
})

test('without a promoter the receipt on offer and the recap say so and lead there; with one they do not', async ({
  page,
}) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    await take(page, '10')
    await expect(page.getByText(/^Reçu N°/)).toContainText(SENTENCE)
    await expect(link(page)).toBeVisible()
    await expectAccessible(page)
    await page.goto('/recap')
    await expect(said(page)).toBeVisible()
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(said(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })

  await link(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'Promoteur Immobilier' })).toBeVisible()
  await page.getByRole('button', { name: 'Ajouter un promoteur' }).first().click()
  for (const [label, text] of [
    ['Nom', 'SARL El Bahia'],
    ['Email', 'contact@elbahia.dz'],
    ['Téléphone', '041 33 21 45'],
    ['Adresse', 'Oran'],
  ] as const)
    await dialog(page).getByLabel(label).fill(text)
  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Promoteur ajouté avec succès!')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Ali Benali').first()).toBeVisible()
  await atRest(page)
  await expect(said(page)).toHaveCount(0)
  await take(page, '10')
  await atRest(page)
  await expect(said(page)).toHaveCount(0)
})
