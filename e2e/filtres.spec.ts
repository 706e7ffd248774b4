import { expect, expectAccessible, openScreen, signIn, test, withServer } from './diyar.ts'
import { createClient, createEtage, createLieu, createLot, sellAppartement } from './portefeuille.ts'
import { choose } from './screen.ts'

withServer()

test('on a phone the selects are folded under « Filtres », which says how many are set, and the list begins in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const api = await signIn(page)
  const { etage } = await createEtage(api, 'Nord')
  await createLot(api, etage, 'A-1', 'F3')
  await openScreen(page, '/appartement', 'Gestion des Appartements')
  const fold = page.getByRole('button', { name: /^Filtres/ })
  const etat = page.getByRole('combobox', { name: 'État' })
  const article = page.getByRole('article')
  await expect(article).toHaveCount(1)
  const top = async () => (await article.boundingBox())?.y ?? 0
  expect(await top()).toBeLessThan(335)
  await expect(page.getByPlaceholder('Rechercher par lot ou type...')).toBeVisible()
  await expect(fold).toHaveAccessibleName('Filtres')
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(etat).toBeHidden()
  await fold.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await expect(etat).toBeVisible()
  await choose(page, 'État', 'Disponible')
  await expect(fold).toHaveAccessibleName('Filtres (1)')
  await choose(page, 'Résidence', 'Nord')
  await expect(fold).toHaveAccessibleName('Filtres (2)')
  await expectAccessible(page)
  await fold.press(' ')
  await expect(etat).toBeHidden()
  await expect(fold).toHaveAccessibleName('Filtres (2)')
  await expect(article).toHaveCount(1)
  expect(await top()).toBeLessThan(335)
  await fold.click()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(fold).toHaveAccessibleName('Filtres')
  await expect(etat).toBeVisible()
  // Another width shows them as ever; nothing is folded there.
  await page.setViewportSize({ width: 700, height: 844 })
  await expect(fold).toBeHidden()
  await expect(etat).toBeVisible()
  await page.goto('/bloc')
  await expect(page.getByRole('combobox', { name: 'Résidence' })).toBeVisible()
  await page.setViewportSize({ width: 699, height: 844 })
  await expect(fold).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Résidence' })).toBeHidden()
})

test('on a phone « Imprimer tous » and « Ajouter un paiement » share a line, and so do the view and the reset', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const api = await signIn(page)
  await sellAppartement(api, await createLieu(api), await createClient(api, 'Amina Haddad'), 'B-1', 5_000_000)
  await openScreen(page, '/paiements', 'Paiements par Bien')
  await expect(page.getByRole('article')).toHaveCount(1)
  const topOf = async (name: string) =>
    Math.round((await page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? 0)
  expect(await topOf('Imprimer tous')).toBe(await topOf('Ajouter un paiement'))
  expect((await page.getByRole('article').boundingBox())?.y ?? 0).toBeLessThan(365)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
})
