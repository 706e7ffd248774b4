import { expect, test, vi } from 'vitest'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { planDeVenteEndpoints } from '#features/plan-de-vente/plan-de-vente.contract.ts'
import { aTour, ECHEANCE, thePlan } from '#features/plan-de-vente/plan-de-vente.objects.ts'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { aTrouvaille } from '#features/recherche/recherche.objects.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { formatJourCourt } from '#shared/dates.ts'
import { answer, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { asPaper } from '#test/harness/screens/media.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  choose,
  dialog,
  dialogNamed,
  expectCount,
  key,
  menu,
  page,
  press,
  said,
  textsOf,
  type Locator,
} from '#test/harness/screens/screen.ts'
import { planDeVenteOf } from '#shared/paths.ts'

const grids = page.getByRole('grid')
const grid = (name: string) => page.getByRole('grid', { name, exact: true })
const cell = (numero: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^(Appartement|Local|Place) ${numero},`) })
/** Returns the texts of a cell, line by line. */
const drawn = (one: Locator) => textsOf(one.getByCss('[aria-hidden]'))
const status = page.getByRole('status').filter({ hasText: 'correspond' })
const address = () => location.pathname + location.search

const open = async (query = '', { dark = true, answers = [] as Answer[] } = {}) => {
  const server = await renderScreen(`/plan-de-vente${query}`, {
    dark,
    answers: [thePlan(), answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Cèdres' }]), ...answers],
    others: 500,
  })
  await expect.element(grids.first()).toBeVisible()
  return server
}

test('no residence yet: said, with the way to the first one', async () => {
  await renderScreen('/plan-de-vente')
  await said('Aucune résidence disponible.')
  await expect.element(page.getByRole('link', { name: 'Ajouter une résidence' })).toBeVisible()
})

test('each bloc is a grid: étages from top to bottom, lots by number, locaux, then places ten by ten', async () => {
  await open()
  await expect.element(menu.getByCss('[aria-current="page"]')).toHaveTextContent('Plan de vente')
  const bloc = grid('Plan du Bloc A')
  expect(textsOf(bloc.getByRole('rowheader'))).toEqual(['1er étage', 'Rez-de-chaussée', 'Locaux'])
  const numbers = bloc.getByRole('row').nth(1).getByRole('gridcell').getByCss('bdi')
  expect(textsOf(numbers)).toEqual(['A1', 'A2', 'A10'])
  await expect
    .poll(() => textsOf(page.getByRole('heading', { level: 2 })))
    .toEqual([
      'Bloc A9 lots, 5 disponibles',
      'Bloc B9 lots, 5 disponibles',
      'Parking Sous-sol12 lots, 12 disponibles',
    ])
  expect(textsOf(grid('Parking Sous-sol').getByRole('rowheader'))).toEqual(['1–10', '11–12'])
  const totaux = page.getByRole('region', { name: 'Totaux' })
  expect(textsOf(totaux.getByRole('columnheader'))).toEqual(['État', 'Lots', 'Valeur'])
  expect(textsOf(totaux.getByRole('row', { name: /Total/ }))).toEqual(['Total3045 460 001,00 DA'])
})

/** Returns the lightness of a colour, which is told apart without its hue. */
function lightness(colour: string): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  const [x = 0, y = 0, z = 0] = [r, g, b].map((part) =>
    part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * x + 0.7152 * y + 0.0722 * z
}

/** The lightness of a cell, and the least contrast of its ink. A cell with lines has two colours: both are looked at. */
function seenOf(numero: string) {
  const { backgroundImage, backgroundColor, color } = getComputedStyle(cell(numero).element())
  const grounds = (backgroundImage + backgroundColor).match(/rgb\(\d+, \d+, \d+\)/g)?.map(lightness) ?? [1]
  const ink = lightness(color)
  return {
    light: grounds.reduce((sum, ground) => sum + ground, 0) / grounds.length,
    contrast: Math.min(
      ...grounds.map((ground) => (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05)),
    ),
  }
}

// spec: PO-11, PO-12, RF-59
test.each([false, true])(
  'a reader is told number, type, area, price and state; eyes see mark and lightness, dark: %s',
  async (dark) => {
    await open('', { dark })
    await atRest()
    const first = grid('Plan du Bloc A').getByRole('row').first().getByRole('gridcell')
    expect(textsOf(first.getByCss('.visuallyHidden'))).toEqual([
      'Appartement A101, F4, 97,75 m², 11 730 000,00 DA, disponible',
      `Appartement A102, F4, 92,5 m², 1 000 000,00 DA, option de Zoubir Kaci jusqu'au ${formatJourCourt(ECHEANCE)}`,
      'Appartement A103, F4, 92,5 m², 1 000 000,00 DA, bloqué : Litige du voisin',
      'Appartement A104, F4, 92,5 m², 1 000 000,00 DA, vendu à Lila Meziane',
      'Appartement A105, F4, 92,5 m², 1 000 000,00 DA, livré, vendu à Lila Meziane',
    ])
    expect(drawn(cell('L-A'))).toEqual(['L-A', 'D', '45 m²', '1 000 000,50 DA'])
    expect(drawn(cell('A101'))).toEqual(['A101', 'D', 'F4', '97,75 m²', '11 730 000 DA'])
    const order = ['A101', 'A102', 'A103', 'A104', 'A105']
    expect(order.map((numero) => drawn(cell(numero))[1])).toEqual(['D', 'O', '×', 'V', '✓'])
    const seen = order.map(seenOf)
    for (const { contrast } of seen) expect(contrast).toBeGreaterThanOrEqual(4.5)
    // From the ground of the screen on: delivered, sold, under option, off sale, free.
    const steps = [4, 3, 1, 2, 0].map((at) => (seen[at]?.light ?? 0) * (dark ? 1 : -1))
    const rises = steps.slice(1).map((one, at) => one - (steps[at] ?? 0))
    for (const rise of rises) expect(rise).toBeGreaterThan(0.01)
  },
)

// spec: PO-12
test('the keyboard goes from cell to cell and from grid to grid, opens a card and comes back', async () => {
  await open('', { answers: [refuse(locauxEndpoints.read, 500)] })
  await expectCount(grids, 3)
  await atRest()
  cell('A101').element().focus()
  const at = (numero: string) => expect.element(cell(numero)).toHaveFocus()
  for (const [pressed, numero] of [
    ['ArrowRight', 'A102'],
    ['End', 'A105'],
    ['ArrowDown', 'A10'],
    ['Home', 'A1'],
    ['ArrowUp', 'A101'],
    ['ArrowUp', 'A101'],
    ['Control+End', 'L-A'],
    ['ArrowDown', 'B101'],
    ['Control+End', 'L-B'],
    ['ArrowDown', '1'],
    ['ArrowDown', '11'],
    ['End', '12'],
    ['Control+Home', '1'],
    ['ArrowUp', 'L-B'],
    ['Control+Home', 'B101'],
    ['ArrowUp', 'L-A'],
    ['ArrowLeft', 'L-A'],
  ] as const) {
    await key(pressed)
    await at(numero)
  }
  // One stop of Tab for each grid, where one was last.
  await key('Tab')
  await at('B101')
  await key('Shift+Tab')
  await at('L-A')
  for (const pressed of ['Enter', ' ']) {
    await key(pressed)
    await expect.element(dialogNamed('Local L-A')).toBeVisible()
    await key('Escape')
    await expect.element(dialog).not.toBeInTheDocument()
    await at('L-A')
  }
})

// spec: RF-59
test('what is looked for stays, all else turns pale; all of it is in the address', async () => {
  await open()
  await expect.element(status).not.toBeInTheDocument()
  await press(/^Disponible$/, page.getByRole('region', { name: 'Totaux' }))
  await expect.element(status).toHaveTextContent('22 lots correspondent sur 30.')
  expect(address()).toBe('/plan-de-vente?etat=libre')
  await press('Filtrer (1)')
  await page.getByLabelText('Prix de').fill('11000000')
  await expect.element(status).toHaveTextContent('2 lots correspondent sur 30.')
  await expect.poll(address).toContain('prix_min=11000000')
  await page.getByRole('group', { name: 'Surface' }).getByLabelText('à').fill('50')
  await expect.element(status).toHaveTextContent('0 lot correspond sur 30.')
  const pale = page.getByRole('gridcell', {
    name: 'Appartement A104, F4, 92,5 m², 1 000 000,00 DA, vendu à Lila Meziane, hors filtre',
  })
  await expect.poll(() => getComputedStyle(pale.element()).opacity).toBe('0.25')
  expect(drawn(pale)).toEqual(['A104', 'V', 'F4', '92,5 m²'])

  await expect.poll(address).toContain('surface_max=50')
  await open(location.search)
  await expect.element(status).toHaveTextContent('0 lot correspond sur 30.')
  const puces = page.getByRole('list', { name: 'Filtres en place' }).getByRole('listitem')
  expect(textsOf(puces)).toEqual([
    'Disponible, ni option ni bloqué, retirer ce filtre',
    expect.stringMatching(/^Prix à partir de 11 000 000 DA/),
    expect.stringMatching(/^Surface jusqu'à 50 m²/),
  ])
  await press(/^Surface/, puces)
  expect(document.activeElement).toHaveAttribute('aria-expanded', 'false')
  await expect.element(status).toHaveTextContent('2 lots correspondent sur 30.')
  await press('Filtrer (2)')
  await press('Réinitialiser')
  await expect.element(status).not.toBeInTheDocument()
  expect(address()).toBe('/plan-de-vente')
  await open('?etat=vendu|livre&type=F4&prix_min=2000000&prix_max=500000')
  await expect.element(status).toHaveTextContent('4 lots correspondent sur 30.')
})

test('one bloc alone, from its address or the select; cells of three sizes, remembered', async () => {
  const { search } = planDeVenteOf(1, 2)
  await open(`?${new URLSearchParams(search).toString()}`)
  await expectCount(grids, 1)
  await expect.element(grid('Plan du Bloc B')).toBeVisible()
  await choose('Bloc', 'Parking Sous-sol')
  await expect.element(grid('Parking Sous-sol')).toBeVisible()
  await expectCount(grids, 1)
  const height = () => cell('1').element().getBoundingClientRect().height
  const normal = height()
  await press('Réduire les cases')
  await expect.poll(height).toBeLessThan(normal)
  await expect.element(cell('1').getByText('Box', { exact: true })).not.toBeVisible()
  await expect.element(cell('1').getByText('D', { exact: true })).toBeVisible()
  await renderScreen(address(), {
    again: true,
    answers: [thePlan(), answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Cèdres' }])],
  })
  await said('Compact')
  await press('Agrandir les cases')
  await press('Agrandir les cases')
  await expect.poll(height).toBeGreaterThan(normal)
})

// spec: EC-42
test('legend and totals are one table; paper has the legend', async () => {
  await open()
  const legende = page.getByCss('ul[aria-label="Légende"]')
  const totaux = page.getByRole('region', { name: 'Totaux' }).getByRole('rowheader')
  expect(textsOf(totaux)).toEqual(['DDisponible', 'OOption', '×Bloqué', 'VVendu', '✓Livré', 'Total'])
  await expect.element(legende).not.toBeVisible()
  await asPaper()
  await expect.element(legende).toBeVisible()
})

test('what does not load or print says so', async () => {
  const server = await renderScreen('/plan-de-vente?residence=1', {
    answers: [refuse(planDeVenteEndpoints.read, 500)],
    others: 500,
  })
  await expect.element(alert).toHaveTextContent('Erreur lors du chargement du plan de vente.')
  server.give(thePlan())
  await press('Réessayer')
  await expect.element(grid('Plan du Bloc A')).toBeVisible()
  // The tab that waits for the paper is closed again.
  const tab = { document: document.implementation.createHTMLDocument(), close: vi.fn<() => void>() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  server.give(refuse(planDeVenteEndpoints.pdf, 500))
  await press('Imprimer')
  await page.getByRole('menuitem', { name: 'A3' }).click()
  await expect.element(alert).toHaveTextContent('Erreur lors de la génération du PDF.')
  expect(tab.close).toHaveBeenCalledOnce()
  expect(server.asked('/api/plan-de-vente/1/pdf')).toEqual(['format=a3'])
})

test('a residence without lots leads to what makes them, and Ctrl+K to the plan of one', async () => {
  const empty = aTour({ residence: { id: 2, nom: 'Zéphyr', adresse: 'Oran' }, blocs: [], parkings: [] })
  const found = aTrouvaille({ genre: 'residence', id: 1, titre: 'Les Cèdres', lieu: 'Alger' })
  const server = await renderScreen('/plan-de-vente?residence=2', {
    answers: [thePlan(empty), answer(rechercheEndpoints.search, { data: [found] })],
    others: 500,
  })
  await said('Aucun lot dans cette résidence.')
  await expect
    .element(page.getByRole('link', { name: 'Générer les lots' }))
    .toHaveAttribute('href', '/residence/2/generer')
  server.give(thePlan())
  await key('Control+k')
  await dialog.getByRole('combobox').fill('cèdres')
  await page.getByRole('option', { name: 'Plan de vente de Les Cèdres' }).click()
  await expect.poll(address).toBe('/plan-de-vente?residence=1')
  await expect.element(grid('Plan du Bloc A')).toBeVisible()
})
