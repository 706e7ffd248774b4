import { expect, openScreen, signIn, test, withServer, type Page } from './diyar.ts'
import { createEtage, createLot } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()

/** What the field shows, its narrow spaces as spaces. */
const shown = (page: Page, label: string) =>
  expect.poll(async () => (await dialog(page).getByLabel(label).inputValue()).replace(/[\u00A0\u202F]/g, ' '))

// spec: SHELL-03, LIM-12
test('an amount has two decimals as soon as it has one, once it is typed', async ({ page }) => {
  const api = await signIn(page)
  const { etage, residence } = await createEtage(api, 'Décimales')
  const id = await createLot(api, etage, 'D-1', 'F3', undefined, { montant: 9_000_000.5 })
  await openScreen(page, `/appartement?residence=${residence}`, 'Gestion des Appartements')
  await card(page, 'Appartement D-1').getByRole('button', { name: 'Modifier' }).click()
  const price = dialog(page).getByLabel('Montant total')
  await shown(page, 'Montant total').toBe('9 000 000,50 DA')

  // Nothing moves under the hand: not on entering, not while typing.
  await price.focus()
  await shown(page, 'Montant total').toBe('9 000 000,50 DA')
  await price.press('ControlOrMeta+a')
  await price.pressSequentially('1234567')
  await shown(page, 'Montant total').toBe('1 234 567 DA')
  await price.press(',')
  await shown(page, 'Montant total').toBe('1 234 567, DA')
  await price.press('5')
  await shown(page, 'Montant total').toBe('1 234 567,5 DA')
  await price.press('Tab')
  await shown(page, 'Montant total').toBe('1 234 567,50 DA')

  // The second decimal may be taken away and typed again where the caret is.
  await price.focus()
  await price.evaluate((input: HTMLInputElement) =>
    input.setSelectionRange(input.value.length - 3, input.value.length - 3),
  )
  await price.press('Backspace')
  await shown(page, 'Montant total').toBe('1 234 567,5 DA')
  await price.press('7')
  await shown(page, 'Montant total').toBe('1 234 567,57 DA')
  await price.press('Backspace')
  await price.press('Backspace')
  await price.press('4')
  await shown(page, 'Montant total').toBe('1 234 567,4 DA')
  await price.press('Tab')
  await shown(page, 'Montant total').toBe('1 234 567,40 DA')

  // A whole amount stays whole, an empty one empty, an area as it is.
  const first = dialog(page).getByLabel('Montant 1')
  await first.fill('2000')
  await first.press('Tab')
  await shown(page, 'Montant 1').toBe('2 000 DA')
  await shown(page, 'Montant 2').toBe('')
  await shown(page, 'Surface habitable').toBe('80,5 m²')

  await dialog(page).getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Appartement modifié avec succès !')).toBeVisible()
  expect(await api.get(`/api/appartements/${id}`)).toMatchObject({ montant: 1_234_567.4, montant1: 2000 })
})
