import { expect, expectReadable, openScreen, test, withServer, type Page } from './diyar.ts'
import { createEtage, createLot } from './portefeuille.ts'
import { card, dialog } from './screen.ts'

withServer()

const open = (page: Page, address = '/bloc') => openScreen(page, address, 'Gestion des Blocs')

test('is accessible, dark and light, with its dialogs', async ({ page }) => {
  const api = await open(page)
  const { etage } = await createEtage(api, 'Accès')
  await createLot(api, etage, '1', 'F3')
  await page.reload()
  const shown = card(page, 'Bloc de Accès')
  await expect(shown).toBeVisible()
  await expectReadable(page)
  for (const name of ['Rapport', 'Modifier']) {
    await shown.getByRole('button', { name }).click()
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(page).getByText(/Chargement/)).toHaveCount(0)
    await expectReadable(page)
    await dialog(page).getByRole('button', { name: 'Fermer' }).first().click()
    await expect(dialog(page)).toHaveCount(0)
  }
})
