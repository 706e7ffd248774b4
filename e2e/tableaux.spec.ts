import {
  expect,
  expectAccessible,
  openScreen,
  signIn,
  test,
  withServer,
  type Api,
  type Page,
} from './diyar.ts'
import {
  createClient,
  createEtage,
  createLieu,
  createLot,
  pay,
  sellAppartement,
  sellLocal,
  sellPlace,
} from './portefeuille.ts'
import { dialog } from './screen.ts'

withServer()
test.use({ viewport: { width: 1366, height: 768 } })

const LOTS = 62
let lieu: { residence: number; bloc: number; etage: number }

/** Sixty-two lots, every other one sold, the dearer the higher its number. */
async function fill(api: Api): Promise<void> {
  if (lieu !== undefined) return
  lieu = await createEtage(api, 'Résidence Les Oliviers', { bloc: 'Bloc A', etage: '1er étage' })
  const buyers = [await createClient(api, 'Amina Haddad'), await createClient(api, 'مريم بن يوسف')]
  for (let n = 1; n <= LOTS; n++)
    await createLot(
      api,
      lieu.etage,
      `A-${n}`,
      `F${2 + (n % 4)}`,
      n % 2 ? buyers[n % 4 === 1 ? 0 : 1] : undefined,
      {
        montant: 1_000_000 + n * 10_000,
      },
    )
}

const tableau = (page: Page) => page.getByRole('radio', { name: 'Tableau' })
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
/** The button that sorts by a heading, and the heading: one of two lines has two. */
const sorter = (page: Page, name: string) =>
  page.getByRole('columnheader').getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) =>
  page.getByRole('columnheader').filter({ has: page.getByRole('button', { name, exact: true }) })
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}( |$)`) }) })
const firstName = (page: Page) => rows(page).first().getByRole('rowheader')

// spec: EC-21
test('rows of two lines are 42 px at most, headings and actions in sight while the page scrolls; two rows of cards fit', async ({
  page,
}) => {
  await fill(await signIn(page))
  await openScreen(page, '/appartement', 'Gestion des Appartements')
  await expect(page.getByRole('article')).toHaveCount(6)
  for (const lot of await page.getByRole('article').all()) await expect(lot).toBeInViewport({ ratio: 1 })
  await tableau(page).check()
  await expect(rows(page)).toHaveCount(50)
  const inSight = () =>
    page.evaluate<number>(
      `[...document.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().top >= document.querySelector('thead').getBoundingClientRect().bottom - 1 && row.getBoundingClientRect().bottom <= innerHeight).length`,
    )
  const heights = await rows(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(42)
  expect(await inSight()).toBeGreaterThanOrEqual(11)
  await page.mouse.wheel(0, 500)
  await expect.poll(() => heading(page, 'Lot').evaluate((one) => one.getBoundingClientRect().top)).toBe(56)
  const under = await page.evaluate<number>(
    `[...document.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().top >= document.querySelector('thead').getBoundingClientRect().bottom - 1 && row.getBoundingClientRect().bottom <= innerHeight).length`,
  )
  expect(under).toBeGreaterThanOrEqual(15)
  await expect(rows(page).nth(12).getByRole('button').last()).toBeInViewport({ ratio: 1 })
})

test('clients, locaux and payers as tables; several biens open under their client, each paid from its row', async ({
  page,
}) => {
  const api = await signIn(page)
  const place = await createLieu(api)
  const owner = await createClient(api, 'Zohra Aït Ahmed')
  const lot = await sellAppartement(api, place, owner, 'Z-1', 9_000_000)
  await sellPlace(api, place, owner, 7, 500_000)
  await pay(api, owner, { appartement_id: lot }, 4_500_000)
  const other = await createClient(api, 'Yanis Brahimi')
  await sellLocal(api, place, other, 'L-10', 3_000_000)
  await sellLocal(api, place, other, 'L-2', 2_000_000)

  await openScreen(page, '/locaux', 'Gestion des Locaux')
  await expect(page.getByText('2 locaux', { exact: true })).toBeVisible()
  await tableau(page).check()
  await sorter(page, 'Local').press('Enter')
  await expect(firstName(page)).toContainText('Local L-2')
  await expectAccessible(page)

  await openScreen(page, '/clients', 'Gestion des Clients')
  await tableau(page).check()
  await sorter(page, 'Nom complet').press('Enter')
  await expect(heading(page, 'Nom complet')).toHaveAttribute('aria-sort', 'ascending')
  await sorter(page, 'Nom complet').press('Enter')
  await expect(page).toHaveURL(/tri=-nomComplet/)
  await row(page, 'Zohra Aït Ahmed').getByRole('button', { name: 'Biens de Zohra Aït Ahmed' }).click()
  await expect(dialog(page)).toContainText('Z-1')
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  await openScreen(page, '/paiements', 'Paiements par Bien')
  await expect(page.getByText(/^\d clients$/)).toBeVisible()
  await tableau(page).check()
  const zohra = row(page, 'Zohra Aït Ahmed')
  await expect(zohra).toContainText(/2 biens.*9\s500\s000,00.*4\s500\s000,00.*5\s000\s000,00/)
  await sorter(page, 'Reste à payer').press('Enter')
  await expect(heading(page, 'Reste à payer')).toHaveAttribute('aria-sort', 'ascending')
  await sorter(page, 'Reste à payer').press('Enter')
  await expect(page).toHaveURL(/tri=-resteAPayer/)
  // The client who owes most stands first, over all that he has.
  const reste = async () => {
    const shown = await rows(page).locator('td:nth-last-child(2) > :last-child').allTextContents()
    return shown.map((text) => Number(text.replace(/[^\d,]/g, '').replace(',', '.')))
  }
  await expect
    .poll(async () => {
      const owed = await reste()
      return owed.length > 1 && owed.every((sum, at) => at === 0 || sum <= (owed[at - 1] ?? 0))
    })
    .toBe(true)
  const opener = zohra.getByRole('button', { name: '2 biens de Zohra Aït Ahmed' }).first()
  await opener.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  const parking = row(page, 'Zohra Aït Ahmed').filter({ hasText: 'Place 7' })
  await expect(parking).toContainText(/500\s000,00/)
  await expectAccessible(page)
  await parking.getByRole('button', { name: 'Nouveau paiement de Zohra Aït Ahmed : Place 7' }).click()
  await expect(dialog(page)).toContainText('Place de parking')
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await row(page, 'Zohra Aït Ahmed').getByRole('link', { name: 'Appartement Z-1' }).click()
  await expect(page).toHaveURL(new RegExp(`/clients/${owner}/paiements/${lot}`))
})

// spec: EC-22
test('on a phone a table is rows of two lines, and a press unfolds the rest with the acts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await fill(await signIn(page))
  await openScreen(page, '/appartement', 'Gestion des Appartements')
  await tableau(page).check()
  const lines = page.getByRole('list', { name: 'Appartements' }).getByRole('listitem')
  await expect(lines).toHaveCount(50)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
  const heights = await lines.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(72)
  const sold = lines.filter({ hasText: 'A-61' })
  const second = sold.getByRole('button')
  await expect(second).toHaveAccessibleName(/^A-61 .*1\s610\s000,00.*Vendu/)
  await second.press('Enter')
  await expect(second.first()).toHaveAttribute('aria-expanded', 'true')
  expect(await sold.locator('dt').allTextContents()).toEqual(
    ['Lot', 'Type', 'Lieu', 'État', 'Client', 'Prix', 'Reste à payer'].map((title) => `${title}\u00A0: `),
  )
  await expect(sold.getByRole('link', { name: 'Bloc A' })).toBeVisible()
  await expectAccessible(page)
  await sold.getByRole('button', { name: "Modifier l'appartement A-61" }).click()
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await second.first().click()
  await expect(second).toHaveCount(1)
})

// spec: EC-20
test('whatever its figures and names, nothing of a row is cut and its last button is within reach', async ({
  page,
}) => {
  const api = await signIn(page)
  const long = await createEtage(api, "Les Jardins de l'Émir Abdelkader", {
    bloc: 'Bloc des Orangers, aile nord-est',
    etage: 'Douzième étage, demi-palier',
  })
  const client = await createClient(api, 'مريم بن يوسف بن عبد الرحمن بن محمد الأمين')
  await createLot(api, long.etage, 'A-1203-bis', 'F5 duplex', client, { montant: 99_999_999_999.99 })
  await openScreen(page, `/appartement?residence=${long.residence}`, 'Gestion des Appartements')
  await tableau(page).check()
  const lot = row(page, 'A-1203-bis')
  await expect(lot).toBeVisible()
  const cut = await page
    .locator('th, td')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    )
  expect(cut).toEqual([])
  await lot.getByRole('button').last().click()
  await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 })
})
