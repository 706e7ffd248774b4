import { expect, expectAccessible, expectReadable, signIn, test, withServer, type Page } from './diyar.ts'

withServer()

const bon = (page: Page, reference: string) => page.getByRole('article', { name: reference, exact: true })
const lignes = (page: Page, reference: string) =>
  bon(page, reference).getByRole('table', { name: `Lignes du bon ${reference}` })
let seeded = false

/** Two categories; of the first, the latest voucher stands first, and its sixth on a second page. */
async function open(page: Page, query = ''): Promise<void> {
  const api = await signIn(page)
  if (!seeded) {
    const voucher = (categorie_bon_id: number, reference: string, jour: number, designations: string[]) =>
      api.create('/api/bons', {
        categorie_bon_id,
        reference,
        date_bon: `2026-03-0${jour}`,
        lignes: designations.map((designation) => ({ designation, prix_unitaire: 1500, quantite: 2 })),
      })
    const peinture = await api.create('/api/categories', { nom: 'Peinture' })
    await voucher(peinture, 'PEI-1', 1, ['Peinture blanche', 'Enduit'])
    const materiaux = await api.create('/api/categories', { nom: 'Matériaux' })
    for (let jour = 1; jour <= 6; jour++)
      await voucher(materiaux, `MAT-${jour}`, jour, jour === 3 ? ['Ciment blanc', 'Acier'] : ['Sable'])
    seeded = true
  }
  await page.goto(`/charges${query}`)
  await expect(bon(page, 'MAT-6')).toBeVisible()
}

test('on paper nothing is folded; accessible folded and open, in the dark and in the light', async ({
  page,
}) => {
  await open(page)
  await expectReadable(page)
  await expect(lignes(page, 'MAT-5')).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  for (const reference of ['MAT-6', 'MAT-5', 'MAT-3', 'PEI-1'])
    await expect(page.locator(`table[aria-label="Lignes du bon ${reference}"]`)).toBeVisible()
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  // A folded voucher is no more than two lines.
  expect((await bon(page, 'MAT-5').boundingBox())?.height).toBeLessThan(70)
})
