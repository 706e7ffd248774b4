import type { Locator } from '@playwright/test'
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
import { CALLS, choose, dialog } from './screen.ts'

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
/** What a card or a row offers, once it is there. */
async function buttonsOf(inside: Locator): Promise<string[]> {
  await expect(inside).toBeVisible()
  const names = await inside
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
  return names.toSorted()
}

test('lots are cards six a page unless a table is chosen: fifty rows, sorted by keyboard over all pages, remembered', async ({
  page,
}) => {
  await fill(await signIn(page))
  await openScreen(page, '/appartement', 'Gestion des Appartements')
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(page.getByText('Page 1 sur 11', { exact: true })).toBeVisible()
  await expect(page.getByText('62 lots', { exact: true })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/appartements?')) asked.push(new URL(request.url()).search)
  })
  // The switch is two radio buttons: an arrow changes it.
  await page.getByRole('radio', { name: 'Cartes' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tableau(page)).toBeChecked()
  await expect(page.getByRole('table', { name: 'Appartements' })).toBeVisible()
  await expect(rows(page)).toHaveCount(50)
  await expect(page.getByText('Page 1 sur 2', { exact: true })).toBeVisible()
  await expect(firstName(page)).toHaveText('A-62')
  expect(asked.at(-1)).toContain('per_page=50')

  const byNumber = sorter(page, 'Lot')
  await expect(heading(page, 'Lot')).toHaveAttribute('aria-sort', 'none')
  await byNumber.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Lot')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/tri=numLot/)
  await expect(firstName(page)).toHaveText('A-1')
  await expect(rows(page).nth(1).getByRole('rowheader')).toHaveText('A-2')
  await expect(rows(page).nth(9).getByRole('rowheader')).toHaveText('A-10')
  await expect(byNumber).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Lot')).toHaveAttribute('aria-sort', 'descending')
  await expect(firstName(page)).toHaveText('A-62')
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(rows(page)).toHaveCount(12)
  await expect(rows(page).last().getByRole('rowheader')).toHaveText('A-1')
  // Another order begins on its first page; the third time the list has its own again.
  await sorter(page, 'Prix').press('Enter')
  await expect(firstName(page)).toHaveText('A-1')
  await expect(page.getByText('Page 1 sur 2', { exact: true })).toBeVisible()
  await sorter(page, 'Prix').press('Enter')
  await expect(firstName(page)).toHaveText('A-62')
  await page.reload()
  await expect(heading(page, 'Prix')).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page)).toHaveCount(50)
  await sorter(page, 'Prix').press('Enter')
  await expect(page).not.toHaveURL(/tri=/)
  await expectAccessible(page)
  // Each screen has its own.
  await page.goto('/clients')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goto('/appartement?tri=drop')
  await expect(rows(page)).toHaveCount(50)
  await page.getByRole('radio', { name: 'Cartes' }).check()
  await expect(page.getByRole('article')).toHaveCount(6)
})

// spec: EC-21, EC-23
test('a row offers what its card offers, in two icons and « ⋯ »; filters of a table hold for the whole list', async ({
  page,
}) => {
  const api = await signIn(page)
  await fill(api)
  await openScreen(page, '/appartement', 'Gestion des Appartements')
  const inCards = await buttonsOf(page.getByRole('article').nth(0))
  await tableau(page).check()
  await expect(rows(page)).toHaveCount(50)
  const more = rows(page)
    .nth(0)
    .getByRole('button', { name: 'Autres actions : Appartement A-62', exact: true })
  await expect(rows(page).nth(0).locator('td').last().locator('button, a')).toHaveCount(3)
  const direct = await buttonsOf(rows(page).nth(0))
  await more.click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const items = await page.getByRole('menuitem').allTextContents()
  const offered = [...direct.filter((name) => !name.startsWith('Autres')), ...items]
  expect(offered).toEqual(expect.arrayContaining(inCards.filter((name) => !name.startsWith('Autres'))))
  expect(items.at(-1)).toBe("Supprimer l'appartement A-62")
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(more).toBeFocused()
  // Every key that opens a menu opens it, on its first act; letters and arrows lead on.
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await more.press(key)
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem').nth(1)).toBeFocused()
    await page.keyboard.press('s')
    await expect(page.getByRole('menuitem', { name: "Supprimer l'appartement A-62" })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
  }
  // What was opened from it gives the focus back to it.
  await more.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('m')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText("Modifier l'appartement")
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(more).toBeFocused()
  await row(page, 'A-62').getByRole('button', { name: "Assigner un client à l'appartement A-62" }).click()
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await row(page, 'A-61').getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('menuitem', { name: "Rapport détaillé de l'appartement A-61" }).click()
  await expect(dialog(page)).toContainText('Appartement A-61')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await row(page, 'A-61')
    .getByRole('button', { name: /Pourquoi ce solde/ })
    .click()
  await expect(dialog(page)).toContainText(/1\s610\s000,00/)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await choose(page, 'État', 'Vendu')
  await expect(rows(page)).toHaveCount(31)
  await expect(page.getByText('31 lots', { exact: true })).toBeVisible()
  await expect(page.getByText(/Les filtres portent sur la page affichée/)).toHaveCount(0)
  await sorter(page, 'Client').press('Enter')
  await expect(rows(page).first()).toContainText('Amina Haddad')
  await expect(rows(page).last()).toContainText('مريم بن يوسف')
})

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

test('while another order is on its way the old rows stay; a failure and an empty list say what cards say', async ({
  page,
}) => {
  await fill(await signIn(page))
  await openScreen(page, '/appartement', 'Gestion des Appartements')
  await tableau(page).check()
  await expect(rows(page)).toHaveCount(50)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`${CALLS}/api/appartements?*tri=prix*`, async (route) => {
    await held
    await route.fulfill({ status: 500, json: {} })
  })
  await sorter(page, 'Prix').press('Enter')
  await expect(page.locator('[aria-busy="true"]')).toBeVisible()
  await expect(rows(page)).toHaveCount(50)
  await expect(firstName(page)).toHaveText('A-62')
  release()
  await expect(page.getByText('Erreur lors du chargement des appartements.')).toBeVisible({ timeout: 60_000 })
  await page.goto('/appartement?recherche=introuvable')
  await expect(page.getByText('Aucun appartement trouvé avec ces critères.')).toBeVisible()
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
  // Whoever owes most stands first, over all that he has.
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

test('whatever the storage holds the list is cards; one that is blocked forgets, and the table works all the same', async ({
  page,
}) => {
  await fill(await signIn(page))
  await page.addInitScript(`localStorage.setItem('diyar.vue.appartements', '{"<garbage>":')`)
  await openScreen(page, '/appartement', 'Gestion des Appartements')
  await expect(page.getByRole('article')).toHaveCount(6)
  await page.addInitScript(
    `for (const name of ['getItem', 'setItem']) Storage.prototype[name] = () => { throw new DOMException('blocked', 'SecurityError') }`,
  )
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(6)
  await tableau(page).check()
  await expect(rows(page)).toHaveCount(50)
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
