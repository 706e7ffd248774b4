import { expect, signIn, test, withServer } from './diyar.ts'

withServer()

// spec: CHG-69, CHG-70, CHG-71
test('vouchers are printed under their names', { tag: ['@charges', '@jour'] }, async ({ page }) => {
  const api = await signIn(page)
  const categorie_bon_id = await api.create('/api/categories', { nom: 'Béton' })
  const lignes = [{ designation: 'Toupie', prix_unitaire: 1, quantite: 1 }]
  await api.create('/api/bons', { reference: 'BET/1', date_bon: '2025-03-05', categorie_bon_id, lignes })
  await page.goto('/charges')
  for (const [name, file] of [
    ['Imprimer tous les bons', 'All_PurchaseOrders.pdf'],
    ['Imprimer la catégorie Béton', 'Categorie_Béton.pdf'],
    ['Imprimer le bon BET/1', 'Bon_BET_1.pdf'],
  ] as const) {
    const arrived = page.waitForEvent('download')
    await page.getByRole('main').getByRole('button', { name, exact: true }).click()
    expect((await arrived).suggestedFilename()).toBe(file)
  }
})
