import { expect, test, vi } from 'vitest'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { tableauDeBordEndpoints } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import {
  aResidenceAuTableau,
  aTableauDeBord,
  desAlertes,
  desVentes,
  STATISTIQUES,
} from '#features/tableau-de-bord/tableau-de-bord.objects.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer, raw, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  expectCount,
  main,
  page,
  plain,
  press,
  textsOf,
  type Locator,
} from '#test/harness/screens/screen.ts'

const cards = page.getByRole('list', { name: 'Statistiques' }).getByRole('listitem')
const chart = page.getByRole('img', { name: 'Répartition Détaillée' })
const region = (name: string) => page.getByRole('region', { name, exact: true })
const at = () => location.pathname + location.search

const open = (what: Parameters<typeof aTableauDeBord>[0] = {}, ...answers: Answer[]) =>
  renderScreen('/dashboard', {
    answers: [
      answer(tableauDeBordEndpoints.read, aTableauDeBord(what)),
      answer(tableauDeBordEndpoints.residences, { data: [aResidenceAuTableau()], residences: 1 }),
      ...answers,
    ],
    others: 500,
  })

/** Keeps the texts that are written into the drawings from here on. */
function written(): { said(): string } {
  const texts: string[] = []
  const { fillText } = CanvasRenderingContext2D.prototype
  vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText').mockImplementation(function keep(
    this: CanvasRenderingContext2D,
    ...given
  ) {
    texts.push(given[0])
    return fillText.apply(this, given)
  })
  return { said: () => plain(texts.join('|')) }
}

/** How many pixels of the chart are painted, once it is. */
async function painted(): Promise<number> {
  const count = () => {
    const element = chart.query()
    if (!(element instanceof HTMLCanvasElement) || element.width === 0) return 0
    const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? []
    return pixels.filter((value, index) => index % 4 === 3 && value > 0).length
  }
  await expect.poll(count).toBeGreaterThan(0)
  return count()
}

// spec: DASH-01..DASH-10, DASH-19, DASH-20, DASH-23..DASH-25, DASH-27, DASH-28, SHELL-13, SHELL-14
test('the cards say what is stored and their sum; the badges never change', async () => {
  const server = await renderScreen('/', {
    answers: [answer(tableauDeBordEndpoints.read, aTableauDeBord())],
    others: 500,
    now: '2025-11-21T09:00:00Z',
  })
  await expect.element(page.getByText('vendredi 21 novembre 2025')).toBeVisible()
  await expect.poll(() => textsOf(cards)).toEqual(STATISTIQUES.map((title, index) => `${title}${index + 2}`))
  expect(new Set(cards.elements().map((one) => one.querySelector('svg')?.innerHTML)).size).toBe(6)
  await expect.element(region('Résumé Global')).toHaveTextContent('27 éléments gérés')
  await expect.element(page.getByText('Page 1')).not.toBeInTheDocument()
  const badges = ['Alertes en attente 3', 'Projets actifs 5']
  const links = ['Gérer les clients', 'Suivre les paiements', 'Voir le récapitulatif']
  const actions = region('Actions Rapides').getByRole('listitem')
  expect(textsOf(actions)).toEqual([...badges, ...links])

  const more = STATISTIQUES.map((title, index) => ({ title, value: index === 0 ? 1234 : index + 2 }))
  server.give(
    answer(
      tableauDeBordEndpoints.read,
      aTableauDeBord({ stats: more, alertes: desAlertes({ options_a_echeance: 9 }) }),
    ),
  )
  await press('Clients', page.getByRole('navigation', { name: 'Menu principal' }))
  // A screen that is still there when its link is pressed again asks for nothing.
  await expect.element(region('Résumé Global')).not.toBeInTheDocument()
  await press('Dashboard', page.getByRole('navigation', { name: 'Menu principal' }))
  await expect.poll(() => textsOf(cards)[0]).toBe('Total Résidences1 234')
  await expect.element(region('Résumé Global')).toHaveTextContent('1 259 éléments gérés')
  expect(textsOf(actions)).toEqual([...badges, ...links])

  await press('Passer en mode clair', main)
  await expect.poll(() => document.documentElement.classList.contains('dark')).toBe(false)
})

// spec: DASH-11..DASH-18
test('the chart has three forms; its figures stand in a table for who does not see it', async () => {
  const texts = written()
  await open()
  await expect.element(page.getByRole('heading', { name: 'Répartition Détaillée' })).toBeVisible()
  const selector = page.getByRole('combobox', { name: 'Type de graphique' })
  await expect.element(selector).toHaveValue('bar')
  expect(textsOf(selector.getByRole('option'))).toEqual(['Vue Barres', 'Vue Secteurs', 'Vue Radar'])
  const legend = page.getByRole('list', { name: 'Légende' })
  await expect.element(chart).toHaveAttribute('data-chart', 'bar')
  await expect.element(legend).not.toBeInTheDocument()
  const drawn = [await painted()]
  for (const [label, kind] of [
    ['Vue Secteurs', 'pie'],
    ['Vue Radar', 'polarArea'],
  ] as const) {
    await selector.selectOptions(label)
    await expect.element(chart).toHaveAttribute('data-chart', kind)
    expect(textsOf(legend.getByRole('listitem'))).toEqual(STATISTIQUES)
    drawn.push(await painted())
    const { width, height } = chart.element().getBoundingClientRect()
    const before = texts.said().length
    await chart.hover({ position: { x: width / 2 + 9, y: height / 2 + 9 } })
    await expect.poll(() => texts.said().slice(before)).toMatch(/Nombre : \d/)
  }
  expect(new Set(drawn).size).toBe(3)
  const table = page.getByRole('table', { name: 'Répartition Détaillée' })
  expect(textsOf(table.getByRole('columnheader'))).toEqual(['Statistique', 'Nombre'])
  expect(textsOf(table.getByRole('rowheader'))).toEqual(STATISTIQUES)
})

// spec: DASH-04
test('a title nobody foresaw has its card too, and an answer with the specified fields alone is enough', async () => {
  await renderScreen('/dashboard', {
    answers: [raw(tableauDeBordEndpoints.read, { stats: [{ title: 'Total Inédit', value: '1234' }] })],
  })
  await expect.poll(() => textsOf(cards)).toEqual(['Total Inédit1 234'])
  expect(cards.getByCss('svg').elements()).toHaveLength(1)
  await expect.element(region('Ventes et encaissements')).not.toBeInTheDocument()
})

const PAYE = {
  id: 1,
  client_id: 7,
  client: 'Élodie Benaïssa',
  type: 'place_parking',
  bien_id: 12,
  nlot: '2',
  residence: 'Les Oliviers',
  date_paiement: '2026-12-03',
  versement: 250_000_50,
} as const

test('sales and payments: the figures, twelve months and the last payments, which lead to their bien', async () => {
  const ventes = desVentes({
    encaisse_mois: 250_000_50,
    encaisse_total: 300_000_50,
    reste_a_encaisser: 649_999_50,
    biens_total: 3,
    derniers: [PAYE],
  })
  await open({ ventes })
  await expect
    .element(region('Encaissements'))
    .toHaveTextContent(
      /Encaissé ce mois250 000,50 DA.*Encaissé au total300 000,50 DA.*Reste à encaisser649 999,50 DA.*Biens vendus1 \/ 3/,
    )
  const section = region('Ventes et encaissements')
  const name = 'Encaissements des douze derniers mois'
  const months = section.getByRole('table', { name }).getByRole('row')
  await expectCount(months, 13)
  await expect.element(months.last()).toHaveTextContent(/déc.* 2026 ?12 000,00 DA/)
  await expect.element(section.getByRole('img', { name })).toBeVisible()
  const payment = section.getByRole('link', { name: 'Élodie Benaïssa' })
  await expect.element(payment).toHaveTextContent(/250 000,50 DA.*2 · Les Oliviers3 décembre 2026/)
  await payment.click()
  await expect.poll(at).toBe('/clients/7/paiements/0/12')
})

const LINES = [
  ['Échéances en retard', '0', '/echeances'],
  ['Chèques à remettre 40 000,00 DA', '1', '/cheques'],
  ['Options qui expirent sous 7 jours', '2', '/ventes?onglet=options'],
  ['Ventes sans échéancier', '3', '/ventes?sans_echeancier=1'],
  ['Remboursements à faire', '4', '/ventes?onglet=clos&reste=1'],
  ['Ventes sans date de contrat', '5', '/ventes?sans_contrat=1'],
  ['Chèques rejetés à représenter', '6', '/cheques?onglet=rejete'],
] as const
const alertes = desAlertes({
  cheques_a_remettre: 1,
  montant_a_remettre: 40_000_00,
  options_a_echeance: 2,
  ventes_sans_echeancier: 3,
  remboursements_a_faire: 4,
  ventes_sans_contrat: 5,
  cheques_rejetes: 6,
})

// spec: EC-30, VE-38, IN-24
test('À traiter and Encaissements stand above the specified parts, and each line leads to what it counts', async () => {
  const [todo, money] = [region('À traiter'), region('Encaissements')]
  const box = (part: Locator) => part.element().getBoundingClientRect()
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.viewport(width, height)
    await open({ alertes })
    await expectCount(cards, 6)
    expect(textsOf(todo.getByRole('link'))).toEqual(LINES.map(([label, count]) => `${label}${count}`))
    await expect.element(money).toHaveTextContent(/En retard0,00 DA.*Chèques à remettre40 000,00 DA/)
    for (const part of [todo, money]) expect(box(part).top).toBeLessThan(box(cards.first()).top)
    expect(box(todo).top < box(money).top).toBe(width === 390)
    expect(box(todo).bottom).toBeLessThanOrEqual(height)
    for (const link of todo.getByRole('link').all())
      expect(box(link).height).toBeGreaterThanOrEqual(width === 390 ? 44 : 36)
    expect(todo.getByCss('[data-tone="red"]').elements()).toEqual([])
    // The specified parts come first in the document.
    expect(textsOf(main.getByRole('heading', { level: 2 }))).toEqual([
      'Répartition Détaillée',
      'Résumé Global',
      'Actions Rapides',
      'À traiter',
      'Encaissements',
      'Par résidence',
      'Ventes et encaissements',
    ])
  }
  await page.viewport(1280, 800)
  for (const [label, , address] of LINES) {
    await open({ alertes }, refuse(chequesEndpoints.listCheques, 500))
    await todo.getByRole('link', { name: label }).click()
    await expect.poll(at).toBe(address)
  }
})

// spec: IN-26, EC-30, VE-38
test('until the first sale nothing is drawn but the specified parts', async () => {
  const none = { biens_vendus: 0, encaisse_mois: 0, encaisse_total: 0 }
  const mois = desVentes().mois.map((one) => ({ ...one, montant: 0 }))
  await open({ ventes: desVentes({ ...none, mois }) })
  await expectCount(cards, 6)
  await expect.element(chart).toBeVisible()
  for (const name of ['À traiter', 'Encaissements', 'Ventes et encaissements'])
    await expect.element(region(name)).not.toBeInTheDocument()
  for (const text of ['Alertes en attente', 'Projets actifs'])
    await expect.element(page.getByText(text)).toBeVisible()
  // The one sale has ended since.
  await open({ ventes: desVentes({ ...none, anciens: 1_000_00, mois }) })
  await expect.element(region('À traiter')).toBeVisible()
})

// spec: EC-30
test('what is late is told by age, nothing to do by its counts, and who has no settings opens the profile', async () => {
  const texts = written()
  const mois = desVentes().mois.map((one, index) =>
    index === 5 ? { ...one, montant: 98_765_432_100_00 } : one,
  )
  await open({ stats: [], ventes: desVentes({ mois }) })
  await expectCount(region('À traiter').getByRole('listitem'), 7)
  expect(textsOf(region('À traiter').getByCss('[data-tone]'))).toEqual(['0', '0', '0', '0', '0', '0', '0'])
  // One month towers above the year: the scale is that of the others, and its figure is written on its bar.
  await expect.poll(texts.said).toContain('98 765 432 100,00 DA')
  expect(texts.said()).toMatch(/\|12 k\|/)

  const late = desAlertes({
    echeances_en_retard: 100,
    montant_en_retard: 300_00,
    options_a_echeance: 100,
    anciennete: { j0_30: 100_00, j31_60: 0, j61_90: 0, j90_plus: 200_00 },
  })
  await renderScreen('/dashboard', {
    role: 'lecture',
    answers: [answer(tableauDeBordEndpoints.read, aTableauDeBord({ stats: [], alertes: late }))],
    others: 500,
  })
  await expect.poll(() => textsOf(region('À traiter').getByCss('[data-tone="red"]'))).toEqual(['99+'])
  const money = region('Encaissements')
  await expect.element(money).toHaveTextContent(/En retard300,00 DA/)
  await expect.element(money).toHaveTextContent(/0-30 j100,00 DA31-60 j0,00 DA61-90 j0,00 DA\+ 90 j200,00 DA/)
  await expectCount(money.getByCss('span[data-age]'), 2)
  await expectAccessible()
  await expect
    .element(page.getByCss('[data-tip="Votre profil ; les paramètres sont à la direction."]'))
    .toHaveTextContent('Paramètres')
  await press('Paramètres', main)
  await expect.poll(at).toBe('/profile')
})

// spec: CO-42
test('Par résidence tells each residence in a line, fails alone, and leads to all of them', async () => {
  const section = region('Par résidence')
  const lines = section.getByRole('listitem')
  const server = await renderScreen('/dashboard', {
    answers: [
      answer(tableauDeBordEndpoints.read, aTableauDeBord()),
      refuse(tableauDeBordEndpoints.residences, 500),
    ],
    others: 500,
  })
  await expect
    .element(section.getByRole('alert'))
    .toHaveTextContent('Erreur lors du chargement des résidences.')
  await expectCount(cards, 6)
  const data = Array.from({ length: 12 }, (_, rang) =>
    aResidenceAuTableau({
      id: rang + 1,
      nom: rang === 0 ? 'إقامة النور' : `Résidence ${rang + 1}`,
      en_retard: rang === 1 ? 1_250_000_50 : 0,
    }),
  )
  server.give(answer(tableauDeBordEndpoints.residences, { data, residences: 17 }))
  await press('Réessayer', section)
  await expectCount(lines, 12)
  await expect
    .element(lines.nth(1))
    .toHaveTextContent(
      /^Résidence 2Disponible : 1, Option : 1, Bloqué : 1, Vendu : 6, Livré : 17 \/ 10 vendusPayé 21 000 000,00 DA sur 70 000 000,00 DAEn retard 1 250 000,50 DA$/,
    )
  await expect.element(lines.first()).not.toHaveTextContent('En retard')
  await expect
    .element(lines.first().getByRole('link', { name: 'إقامة النور' }))
    .toHaveAttribute('href', expect.stringContaining('residence=1'))
  for (const width of [1280, 390]) {
    await page.viewport(width, 844)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectAccessible()
  }
  await page.viewport(1280, 800)
  await press('12 résidences sur 17', section)
  await expect.poll(at).toBe('/residence')
})

// spec: CO-42
test('without a residence there is nothing to tell, and a month may be negative', async () => {
  const mois = desVentes().mois.map((one, index) => (index === 11 ? { ...one, montant: -500_000_00 } : one))
  const ventes = desVentes({
    mois,
    encaisse_mois: -500_000_00,
    rejete_mois: 700_000_00,
    rembourse_mois: 20_000_00,
  })
  await open({ stats: [], ventes }, answer(tableauDeBordEndpoints.residences, { data: [], residences: 0 }))
  const money = region('Encaissements')
  await expect
    .element(money)
    .toHaveTextContent(/Encaissé ce mois[-−]500 000,00 DARejeté 700 000,00 DARemboursé 20 000,00 DA/)
  const section = region('Ventes et encaissements')
  await expect
    .element(
      section.getByRole('table', { name: 'Encaissements des douze derniers mois' }).getByRole('row').last(),
    )
    .toHaveTextContent(/[-−]500 000,00 DA/)
  await expect.element(region('Par résidence')).not.toBeInTheDocument()
})

// spec: ERR-16
test('a failing dashboard says so and can be asked again', async () => {
  const server = await renderScreen('/dashboard', { answers: [refuse(tableauDeBordEndpoints.read, 500)] })
  await expect.element(alert).toHaveTextContent('Erreur lors du chargement des statistiques.')
  server.give(answer(tableauDeBordEndpoints.read, aTableauDeBord()))
  await press('Réessayer')
  await expectCount(cards, 6)
})
