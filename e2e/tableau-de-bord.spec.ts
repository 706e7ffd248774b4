import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { aujourdhui } from '../shared/dates.ts'
import {
  Api,
  expect,
  expectAccessible,
  expectReadable,
  openScreen,
  signIn,
  test,
  withServer,
  type Page,
} from './diyar.ts'
import { createLieu, sellAppartement } from './portefeuille.ts'

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
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

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
  await expect(region(page, 'Encaissements')).toContainText(
    /Encaissé ce mois250\s000,50\sDA.*Encaissé au total250\s000,50\sDA.*Reste à encaisser649\s999,50\sDA.*Biens vendus1 \/ 1/s,
  )
  const section = region(page, 'Ventes et encaissements')
  const months = section
    .getByRole('table', { name: 'Encaissements des douze derniers mois' })
    .getByRole('row')
  await expect(months).toHaveCount(13)
  await expect(months.last()).toContainText(/250\s000,50\sDA/)
  await expect(section.getByRole('img', { name: 'Encaissements des douze derniers mois' })).toBeVisible()
  await section.getByRole('link', { name: nomComplet }).click()
  await expect(page).toHaveURL(new RegExp(`/clients/${client}/paiements/0/${place}$`))
})

// spec: EC-30
test('À traiter and Encaissements stand above the specified parts, and each line leads to what it counts', async ({
  page,
}) => {
  const api = await signIn(page)
  const client = await api.create('/api/clients', { nomComplet: 'Amina', tel: '0555', email: 'a@exemple.dz' })
  const lieu = await createLieu(api, 'Les Cèdres')
  const today = aujourdhui()
  const bien = await sellAppartement(api, lieu, client, 'D-1', 5_000_000)
  await api.post('/api/paiements', {
    client_id: client,
    appartement_id: bien,
    date_paiement: today,
    versement: 40_000,
    mode: 'cheque',
    banque: 'BNA',
    reference: '0000007',
  })
  const { alertes } = (await api.get('/api/dashboard')) as { alertes: Record<string, number> }
  const lines = [
    ['Échéances en retard', alertes['echeances_en_retard'], '/echeances'],
    ['Chèques à remettre', alertes['cheques_a_remettre'], '/cheques'],
    ['Options qui expirent sous 7 jours', alertes['options_a_echeance'], '/ventes?onglet=options'],
    ['Ventes sans échéancier', alertes['ventes_sans_echeancier'], '/ventes?sans_echeancier=1'],
    ['Remboursements à faire', alertes['remboursements_a_faire'], '/ventes?onglet=clos&reste=1'],
  ] as const
  const sans = alertes['ventes_sans_echeancier'] ?? 0
  expect([alertes['cheques_a_remettre'], sans > 0]).toEqual([1, true])
  const [todo, money] = [region(page, 'À traiter'), region(page, 'Encaissements')]
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/dashboard')
    await expect(cards(page)).toHaveCount(6)
    await expect(todo.getByRole('link')).toHaveText(
      lines.map(([label, count]) => new RegExp(`^${label}.*${count}$`)),
    )
    await expect(todo).toContainText(/Chèques à remettre 40\s000,00\sDA/)
    await expect(money).toContainText(/En retard0,00\sDA.*Chèques à remettre40\s000,00\sDA/)
    for (const part of [todo, money]) expect(await top(part)).toBeLessThan(await top(cards(page).first()))
    if (width === 390) expect(await top(todo)).toBeLessThan(await top(money))
    for (const link of await todo.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(width === 390 ? 44 : 36)
    await expect(todo.locator('[data-tone="red"]')).toHaveCount(0)
    // The specified parts come first in the document, with their texts and still badges.
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Répartition Détaillée',
      'Résumé Global',
      'Actions Rapides',
      'À traiter',
      'Encaissements',
      'Ventes et encaissements',
    ])
    await expect(region(page, 'Actions Rapides').getByRole('listitem')).toHaveText([
      'Alertes en attente 3',
      'Projets actifs 5',
      'Gérer les clients',
      'Suivre les paiements',
      'Voir le récapitulatif',
    ])
  }
  for (const [label, , address] of lines) {
    await page.goto('/dashboard')
    await todo.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(address)
  }
  await page.goto('/ventes?sans_echeancier=1')
  await expect(
    page.getByRole('main').getByText(`${sans} dossier${sans > 1 ? 's' : ''}`, { exact: true }),
  ).toBeVisible()
})

// spec: EC-30
test('what is late is told by age, nothing to do in one sentence, and who has no settings opens the profile', async ({
  page,
}) => {
  await signIn(page)
  const alertes = {
    echeances_en_retard: 0,
    montant_en_retard: 0,
    options_a_echeance: 0,
    ventes_sans_echeancier: 0,
    remboursements_a_faire: 0,
    cheques_a_remettre: 0,
    montant_a_remettre: 0,
    anciennete: {
      j0_30: 0,
      j31_60: 0,
      j61_90: 0,
      j90_plus: 0,
    },
  }
  const months = Array.from({ length: 12 }, (_, n) => ({
    mois: `2026-${String(n + 1).padStart(2, '0')}`,
    montant: n === 5 ? 98_765_432_100 : (n + 1) * 1_000_000,
  }))
  const ventes = {
    encaisse_mois: 1,
    encaisse_total: 1,
    reste_a_encaisser: 1,
    anciens: 0,
    biens_vendus: 1,
    biens_total: 1,
    mois: months,
    derniers: [],
  }
  let answer: object = { stats: [], ventes, alertes }
  await page.route(CALL, (route) => route.fulfill({ json: answer }))
  await page.addInitScript(`{
    const { fillText } = CanvasRenderingContext2D.prototype
    globalThis.written = []
    CanvasRenderingContext2D.prototype.fillText = function (...given) {
      written.push(given[0])
      return fillText.apply(this, given)
    }
  }`)
  await page.goto('/dashboard')
  await expect(region(page, 'À traiter')).toHaveText('À traiterRien à traiter.')
  // One month towers above the year: the scale is that of the others, and its figure is written on its bar.
  await expect
    .poll(() => page.evaluate<string>('written.join("|").replace(/\\s/g, " ")'))
    .toContain('98 765 432 100,00 DA')
  expect(await page.evaluate<string>('written.join("|").replace(/\\s/g, " ")')).toMatch(/\|12 M\|/)
  answer = {
    stats: [],
    ventes,
    alertes: {
      ...alertes,
      echeances_en_retard: 100,
      montant_en_retard: 300,
      options_a_echeance: 100,
      anciennete: {
        ...alertes.anciennete,
        j0_30: 100,
        j90_plus: 200,
      },
    },
  }
  await page.reload()
  await expect(region(page, 'À traiter').locator('[data-tone="red"]')).toHaveText('99+')
  await expect(region(page, 'Encaissements')).toContainText(/En retard300,00\sDA/)
  await expect(region(page, 'Encaissements')).toContainText(
    /0-30 j100,00\sDA31-60 j0,00\sDA61-90 j0,00\sDA\+ 90 j200,00\sDA/,
  )
  await expect(region(page, 'Encaissements').locator('span[data-age]')).toHaveCount(2)
  await expectAccessible(page)

  await page.unroute(CALL)
  const api = new Api(page.context().request)
  const who = { name: 'Lecteur', email: 'lecteur@diyar.dz', password: 'Motdepasse3!', role: 'lecture' }
  await api.post('/api/members', { ...who, password_confirmation: who.password })
  await signIn(page, who)
  await page.goto('/dashboard')
  const tip = 'Votre profil ; les paramètres sont à la direction.'
  await expect(page.locator(`[data-tip="${tip}"]`)).toHaveText('Paramètres')
  await page.getByRole('main').getByRole('link', { name: 'Paramètres' }).click()
  await expect(page).toHaveURL('/profile')
})

// spec: DASH-21, DASH-22
test(
  'Exporter gives a real workbook, Paramètres opens the settings for whoever may change them',
  { tag: ['@tableau-de-bord', '@jour'] },
  async ({ page }) => {
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
  },
)

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

test('the dashboard is accessible, in the dark and in the light, and fits a phone', async ({ page }) => {
  await open(page)
  await painted(page)
  await expectReadable(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('combobox', { name: 'Type de graphique' }).selectOption('pie')
  await expect(page.getByRole('list', { name: 'Légende' })).toBeVisible()
  await expectReadable(page)
})
