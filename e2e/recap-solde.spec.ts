import { expect, expectAccessible, PDF, preferDark, signIn, test, withServer, type Page } from './diyar.ts'
import { createClient, createLieu, pay, sellAppartement, sellPlace } from './portefeuille.ts'
import { choose } from './screen.ts'

withServer()

const rows = (page: Page) => page.locator('tbody').getByRole('row')
const soldeEtTri = (url: string) => {
  const { searchParams } = new URL(url)
  return [searchParams.get('solde'), searchParams.get('tri')]
}
let seeded = false

/** Ali has paid one lot and owes 100 on another and 700 on a third; Zohra owes 600; Bilal has paid all he bought. */
async function open(page: Page, query = ''): Promise<void> {
  const api = await signIn(page)
  if (!seeded) {
    const lieu = await createLieu(api, 'Les Jardins')
    const ali = await createClient(api, 'Ali Benali')
    await pay(api, ali, { appartement_id: await sellAppartement(api, lieu, ali, 'A-1', 1000) }, 1000)
    await pay(api, ali, { appartement_id: await sellAppartement(api, lieu, ali, 'A-2', 1000) }, 900)
    await pay(api, ali, { appartement_id: await sellAppartement(api, lieu, ali, 'A-3', 1000) }, 300)
    const bilal = await createClient(api, 'Bilal Cherif')
    await pay(api, bilal, { place_parking_id: await sellPlace(api, lieu, bilal, 7, 3333) }, 3333)
    const zohra = await createClient(api, 'Zohra Mansouri')
    await pay(api, zohra, { appartement_id: await sellAppartement(api, lieu, zohra, 'A-9', 2757) }, 2157)
    seeded = true
  }
  await page.goto(`/recap${query}`)
  await expect(rows(page).first()).toBeVisible()
}

test('Imprimer is of what the screen shows', { tag: PDF }, async ({ page, context }) => {
  await context.addInitScript(() => (window.print = () => {}))
  await open(page, '?solde=reste')
  const [, request] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForRequest(/recap-paiements\/print-pdf/),
    page.getByRole('button', { name: 'Imprimer' }).click(),
  ])
  expect(soldeEtTri(request.url())).toEqual(['reste', null])
})

test('on a phone the order is chosen beside the filter; accessible in the dark and in the light', async ({
  page,
}) => {
  for (const dark of [true, false]) {
    await preferDark(page, dark)
    await open(page, '?solde=reste&tri=reste')
    await expect(rows(page)).toHaveCount(3)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const names = page.getByRole('article').getByRole('heading')
  await expect(names).toHaveText(['Appartement A-3', 'Appartement A-2', 'Appartement A-9'])
  await page.getByRole('button', { name: 'Filtres (2)' }).click()
  await choose(page, 'Ordre', 'Par client')
  await expect(names).toHaveText(['Appartement A-2', 'Appartement A-3', 'Appartement A-9'])
  await choose(page, 'Ordre', 'Par reste à payer')
  await expect(names).toHaveText(['Appartement A-3', 'Appartement A-2', 'Appartement A-9'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})
