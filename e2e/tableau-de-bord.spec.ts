import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { aujourdhui } from '../shared/dates.ts'
import {
  expect,
  expectAccessible,
  openScreen,
  preferDark,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'

withServer()

const CALL = '**/backend/public/api/dashboard'
const TITLES = [
  'Total Résidences',
  'Total Blocs',
  'Total Étages',
  'Total Parkings',
  'Total Clients',
  'Total Utilisateurs',
]
const cards = (page: Page) => page.getByRole('list', { name: 'Statistiques' }).getByRole('listitem')
const chart = (page: Page) => page.getByRole('img', { name: 'Répartition Détaillée' })
const region = (page: Page, name: string) => page.getByRole('region', { name })

interface Dashboard {
  stats: { title: string; value: number }[]
}

const open = (page: Page) => openScreen(page, '/dashboard', 'Tableau de Bord Immobilier')

/** How many pixels of the chart are painted, once it is. */
async function painted(page: Page): Promise<number> {
  let count = 0
  await expect(async () => {
    count = await chart(page).evaluate((element) => {
      if (!(element instanceof HTMLCanvasElement)) return 0
      const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? []
      return pixels.filter((value, index) => index % 4 === 3 && value > 0).length
    })
    expect(count).toBeGreaterThan(0)
  }).toPass()
  return count
}

// spec: DASH-01..DASH-10, DASH-19, DASH-20, DASH-23..DASH-25, DASH-27, DASH-28, SHELL-13, SHELL-14
test('the cards say what is stored and their sum; the badges never change', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2025-11-21T09:00:00Z'))
  const api = await open(page)
  await expect(page.getByText('vendredi 21 novembre 2025')).toBeVisible()
  const { stats } = (await api.get('/api/dashboard')) as Dashboard
  await expect(cards(page)).toHaveText(stats.map(({ title, value }) => `${title}${value}`))
  expect(stats.map(({ title }) => title)).toEqual(TITLES)
  const icons = await cards(page).evaluateAll((items) =>
    items.map((item) => item.querySelector('svg')?.innerHTML),
  )
  expect(new Set(icons).size).toBe(6)
  const sum = stats.reduce((total, { value }) => total + value, 0)
  await expect(region(page, 'Résumé Global')).toContainText(`${sum} éléments gérés`)
  await expect(page.getByText('Page 1')).toHaveCount(0)

  await api.create('/api/residences', { nom: `Résidence ${sum}`, adresse: 'Alger' })
  await page.goto('/')
  await expect(cards(page).first()).toHaveText(`Total Résidences${(stats[0]?.value ?? 0) + 1}`)
  await expect(region(page, 'Résumé Global')).toContainText(`${sum + 1} éléments gérés`)
  const badges = region(page, 'Actions Rapides').getByRole('listitem')
  await expect(badges.nth(0)).toHaveText('Alertes en attente 3')
  await expect(badges.nth(1)).toHaveText('Projets actifs 5')

  const toggle = page.locator('main').getByRole('button', { name: 'Passer en mode clair' })
  await toggle.click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

// spec: DASH-11..DASH-18
test('the chart has three forms; its figures stand in a table for who does not see it', async ({ page }) => {
  await page.addInitScript(`{
    const { fillText } = CanvasRenderingContext2D.prototype
    globalThis.written = []
    CanvasRenderingContext2D.prototype.fillText = function (...given) {
      written.push(given[0])
      return fillText.apply(this, given)
    }
  }`)
  await open(page)
  await expect(page.getByRole('heading', { name: 'Répartition Détaillée' })).toBeVisible()
  const selector = page.getByRole('combobox', { name: 'Type de graphique' })
  await expect(selector).toHaveValue('bar')
  await expect(selector.getByRole('option')).toHaveText(['Vue Barres', 'Vue Secteurs', 'Vue Radar'])
  const legend = page.getByRole('list', { name: 'Légende' })
  await expect(chart(page)).toHaveAttribute('data-chart', 'bar')
  await expect(legend).toHaveCount(0)
  const drawn = [await painted(page)]
  for (const [label, kind] of [
    ['Vue Secteurs', 'pie'],
    ['Vue Radar', 'polarArea'],
  ] as const) {
    await selector.selectOption(label)
    await expect(chart(page)).toHaveAttribute('data-chart', kind)
    await expect(legend.getByRole('listitem')).toHaveText(TITLES)
    drawn.push(await painted(page))
    await page.evaluate('written.length = 0')
    const { width = 0, height = 0 } = (await chart(page).boundingBox()) ?? {}
    // Where the members stand, of whom there is at least one.
    await chart(page).hover({ position: { x: width / 2 - 5, y: height / 2 - 9 } })
    await expect.poll(() => page.evaluate<string>('written.join()')).toMatch(/Nombre : \d/)
  }
  expect(new Set(drawn).size).toBe(3)
  const table = page.getByRole('table', { name: 'Répartition Détaillée' })
  await expect(table.getByRole('columnheader')).toHaveText(['Statistique', 'Nombre'])
  await expect(table.getByRole('rowheader')).toHaveText(TITLES)
})

// spec: DASH-04
test('a title nobody foresaw has its card too, and an answer with the specified fields alone is enough', async ({
  page,
}) => {
  await signIn(page)
  await page.route(CALL, (route) =>
    route.fulfill({ json: { stats: [{ title: 'Total Inédit', value: '1234' }] } }),
  )
  await page.goto('/dashboard')
  await expect(cards(page)).toHaveText([/Total Inédit1\s234/])
  await expect(cards(page).locator('svg')).toHaveCount(1)
  await expect(region(page, 'Ventes et encaissements')).toHaveCount(0)
})

test('sales and payments: the figures, twelve months and the last payments, which lead to their bien', async ({
  page,
}) => {
  const api = await signIn(page)
  const nomComplet = 'Élodie Benaïssa'
  const client = await api.create('/api/clients', { nomComplet, tel: '0555', email: 'elodie@exemple.dz' })
  const residence = await api.create('/api/residences', { nom: 'Les Oliviers', adresse: 'Alger' })
  const parking = await api.create('/api/parkings', {
    parking_nom: 'P1',
    nb_places: 3,
    residence_id: residence,
  })
  const place = await api.create('/api/places-parking', {
    numero_place: 2,
    parking_id: parking,
    montant: 900000,
    type_place: 'Box',
  })
  await api.post(`/api/places-parking/${place}/attribuer`, { client_id: client })
  await api.post('/api/paiements', {
    client_id: client,
    place_parking_id: place,
    date_paiement: aujourdhui(),
    versement: 250000.5,
  })
  await page.goto('/dashboard')
  const section = region(page, 'Ventes et encaissements')
  await expect(section).toContainText(
    /Encaissé ce mois250\s000,50\sDA.*Encaissé au total250\s000,50\sDA.*Reste à encaisser649\s999,50\sDA.*Biens vendus1 \/ 1/s,
  )
  const months = section
    .getByRole('table', { name: 'Encaissements des douze derniers mois' })
    .getByRole('row')
  await expect(months).toHaveCount(13)
  await expect(months.last()).toContainText(/250\s000,50\sDA/)
  await expect(section.getByRole('img', { name: 'Encaissements des douze derniers mois' })).toBeVisible()
  await section.getByRole('link', { name: nomComplet }).click()
  await expect(page).toHaveURL(new RegExp(`/clients/${client}/paiements/0/${place}$`))
})

// spec: DASH-21, DASH-22
test('Exporter gives a real workbook, Paramètres opens the settings for whoever may change them', async ({
  page,
}) => {
  await open(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporter' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('tableau-de-bord.xlsx')
  const { sheets } = await readXlsx(await readFile(await file.path()))
  expect(sheets[0]?.rows[1]?.slice(0, 2)).toEqual(['Patrimoine', 'Total Résidences'])
  await page.route(`${CALL}/export`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Exporter' }).click()
  await expect(page.getByRole('alert')).toContainText("Erreur lors de l'export du tableau de bord.")
  await page.getByRole('main').getByRole('link', { name: 'Paramètres' }).click()
  await expect(page).toHaveURL(/\/parametres/)
})

// spec: ERR-16
test('a failing dashboard says so and can be asked again', async ({ page }) => {
  await signIn(page)
  await page.route(CALL, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard')
  await expect(page.getByRole('alert')).toContainText('Erreur lors du chargement des statistiques.')
  await page.unroute(CALL)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(cards(page)).toHaveCount(6)
})

for (const dark of [true, false])
  test(`the dashboard is accessible, ${dark ? 'dark' : 'light'}, and fits a phone`, async ({ page }) => {
    await preferDark(page, dark)
    await open(page)
    await painted(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390)
    await page.getByRole('combobox', { name: 'Type de graphique' }).selectOption('pie')
    await expect(page.getByRole('list', { name: 'Légende' })).toBeVisible()
    await expectAccessible(page)
  })
