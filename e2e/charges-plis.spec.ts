import { expect, expectAccessible, preferDark, signIn, test, withServer, type Page } from './diyar.ts'

withServer()

const bon = (page: Page, reference: string) => page.getByRole('article', { name: reference, exact: true })
const pli = (page: Page, reference: string) =>
  bon(page, reference).getByRole('button', { name: reference, exact: true })
const lignes = (page: Page, reference: string) =>
  bon(page, reference).getByRole('table', { name: `Lignes du bon ${reference}` })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Enregistrer', exact: true })
const search = (page: Page) => page.getByPlaceholder('Rechercher par référence ou désignation...')
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

/** The vouchers whose lines show. */
const opened = (page: Page) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('table') })
    .getByRole('heading')

test('a voucher folds to its reference, day and total, the first of each category open; by mouse and by keyboard', async ({
  page,
}) => {
  await open(page)
  await expect(opened(page)).toHaveText(['MAT-6', 'PEI-1'])
  const folded = bon(page, 'MAT-5')
  for (const said of ['MAT-5', '05/03/2026', '3 000,00 DA']) await expect(folded).toContainText(said)
  await expect(pli(page, 'MAT-5')).toHaveAttribute('aria-expanded', 'false')
  await expect(pli(page, 'MAT-6')).toHaveAttribute('aria-expanded', 'true')
  expect((await folded.boundingBox())?.height).toBeLessThan(60)

  await pli(page, 'MAT-5').focus()
  await page.keyboard.press('Enter')
  await expect(lignes(page, 'MAT-5')).toBeVisible()
  await expect(pli(page, 'MAT-5')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Space')
  await expect(lignes(page, 'MAT-5')).toBeHidden()
  await expect(pli(page, 'MAT-5')).toBeFocused()
  // The whole of the line opens it, not its words alone.
  const { x = 0, y = 0, height = 0 } = (await folded.boundingBox()) ?? {}
  await page.mouse.click(x + 420, y + height / 2)
  await expect(lignes(page, 'MAT-5')).toBeVisible()
})

test('« Tout déplier » and « Tout replier » are remembered on this device', async ({ page, browser }) => {
  await open(page)
  await button(page, 'Tout déplier').click()
  await expect(opened(page)).toHaveText(['MAT-6', 'MAT-5', 'MAT-4', 'MAT-3', 'MAT-2', 'PEI-1'])
  await page.reload()
  await expect(opened(page)).toHaveText(['MAT-6', 'MAT-5', 'MAT-4', 'MAT-3', 'MAT-2', 'PEI-1'])
  await button(page, 'Tout replier').click()
  await expect(opened(page)).toHaveCount(0)
  await page.reload()
  await expect(bon(page, 'MAT-6')).toBeVisible()
  await expect(opened(page)).toHaveCount(0)
  // One opened among them is of this visit only.
  await pli(page, 'MAT-4').click()
  await expect(opened(page)).toHaveText(['MAT-4'])

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'fr-FR' })
  const tab = await other.newPage()
  await open(tab)
  await expect(opened(tab)).toHaveText(['MAT-6', 'PEI-1'])
  await other.close()
})

test('a voucher just added or edited is open', async ({ page }) => {
  await open(page)
  await button(page, 'Tout replier').click()
  await expect(opened(page)).toHaveCount(0)
  await button(page, 'Modifier le bon MAT-4').click()
  await page.getByRole('dialog').getByLabel('Référence').fill('MAT-4 bis')
  await save(page).click()
  await expect(opened(page)).toHaveText(['MAT-4 bis'])
  await button(page, 'Ajouter une ligne à MAT-2').click()
  await page.getByRole('dialog').getByLabel('Désignation').fill('Gravier')
  await page.getByRole('dialog').getByLabel('Prix unitaire').fill('10')
  await save(page).click()
  await expect(opened(page)).toHaveText(['MAT-4 bis', 'MAT-2'])
  // What was looked for does not hide it.
  await search(page).fill('enduit')
  await expect(opened(page)).toHaveText(['PEI-1'])
  await button(page, 'Ajouter un bon à Peinture').click()
  await page.getByRole('dialog').getByLabel('Référence').fill('PEI-2')
  await page.getByRole('dialog').getByLabel('Date du bon').fill('02/01/2026')
  await page.getByRole('dialog').getByLabel('Désignation').fill('Rouleau')
  await page.getByRole('dialog').getByLabel('Prix unitaire').fill('10')
  await save(page).click()
  await expect(lignes(page, 'PEI-2')).toBeVisible()
  await expect(search(page)).toHaveValue('')
  await page.reload()
  await expect(bon(page, 'PEI-2')).toBeVisible()
  await expect(opened(page)).toHaveCount(0)
})

test('a search by reference or designation opens what it finds on the page, and leads to the others', async ({
  page,
}) => {
  await open(page)
  await button(page, 'Tout replier').click()
  for (const typed of ['blanc CIMÉNT', 'mat-3', 'acier 3']) {
    await search(page).fill(typed)
    await expect.poll(() => new URL(page.url()).searchParams.get('recherche')).toBe(typed)
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(['MAT-3'])
    await expect(opened(page)).toHaveText(['MAT-3'])
    await expect(page.getByRole('region', { name: 'Peinture' })).toHaveCount(0)
  }
  await page.reload()
  await expect(opened(page)).toHaveText(['MAT-3'])
  await expect(search(page)).toHaveValue('acier 3')
  await search(page).fill('mat-1')
  await expect(page.getByText('Aucun bon trouvé avec ces critères.')).toBeVisible()
  await page.getByRole('button', { name: 'Chercher « mat-1 » partout' }).click()
  await expect(page.getByRole('option', { name: /^MAT-1/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(lignes(page, 'MAT-1')).toBeVisible()
  await expect(search(page)).toHaveValue('')
})

test('the head of a category stays on top while its vouchers pass, on a desk and on a phone', async ({
  page,
}) => {
  await open(page)
  await button(page, 'Tout déplier').click()
  for (const [width, height] of [
    [1366, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(lignes(page, 'MAT-2')).toBeVisible()
    await lignes(page, 'MAT-3').evaluate((table) => table.scrollIntoView({ block: 'end' }))
    const name = page.getByRole('heading', { name: 'Matériaux' })
    await expect(name).toBeInViewport()
    const header = await page.getByRole('banner').boundingBox()
    const box = await name.boundingBox()
    expect((box?.y ?? 0) - (header?.height ?? 0)).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) - (header?.height ?? 0)).toBeLessThan(24)
    // A line that the keyboard leads to is not behind it.
    const edit = bon(page, 'MAT-5')
      .getByRole('button', { name: /^Modifier la ligne/ })
      .first()
    await edit.blur()
    await edit.focus()
    const under = await edit.evaluate((element) => {
      const { left, top, width: wide, height: high } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + wide / 2, top + high / 2))
    })
    expect(under).toBe(true)
    await page.evaluate(() => window.scrollTo(0, 0))
  }
})

test('on paper nothing is folded; accessible folded and open, in the dark and in the light', async ({
  page,
}) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    await open(page)
    await expectAccessible(page)
  }
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
