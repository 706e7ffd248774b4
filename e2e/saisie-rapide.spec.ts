import { expect, signIn, test, withServer } from './diyar.ts'
import { createLieu, createLot } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()

test('Enter before its list is there opens the form of whom nobody knows, when that is known', async ({
  page,
}) => {
  const api = await signIn(page)
  const { etage } = await createLieu(api, 'Les Jardins')
  await createLot(api, etage, 'R-1', 'F3')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/SelectList-*.js', async (route) => (await held, route.fallback()))
  await page.goto('/appartement')
  await card(page, 'Appartement R-1')
    .getByRole('button', { name: "Assigner un client à l'appartement R-1" })
    .click()
  await expect(dialog(page).getByRole('combobox', { name: 'Client' })).toBeFocused()
  await page.keyboard.type('Revenu Demain')
  await page.keyboard.press('Enter')
  release()
  const nouveau = dialog(page, 'Ajouter un client')
  await expect(nouveau.getByLabel('Nom complet')).toHaveValue('Revenu Demain')
  await expect(nouveau.getByLabel('Téléphone')).toBeFocused()
})
