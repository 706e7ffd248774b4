import { expect, test, vi } from 'vitest'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement } from '#features/biens/biens.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { answer, held, refuse } from '#test/harness/screens/answers.ts'
import { onePage, pageAsked } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  cards,
  choose,
  dialog,
  dialogNamed,
  expectCount,
  key,
  page,
  press,
  said,
  textsOf,
  type,
} from '#test/harness/screens/screen.ts'

const BUYERS = [
  aClientResume({ id: 1, nomComplet: 'Amina Haddad' }),
  aClientResume({ id: 2, nomComplet: 'مريم بن يوسف' }),
]
/** Sixty-two lots, every other one sold, the dearer the higher its number. */
const LOTS = Array.from({ length: 62 }, (_, at) => {
  const n = 62 - at
  const client = n % 2 ? (BUYERS[n % 4 === 1 ? 0 : 1] ?? null) : null
  const montant = (1_000_000 + n * 10_000) * 100
  const sale = { client_id: client?.id ?? null, client, estDispo: client === null, vente_id: client && n }
  return anAppartement({
    id: n,
    numLot: `A-${n}`,
    montant,
    resteAPayer: montant,
    ...sale,
    etat_bien: client ? 'vendu' : 'libre',
  })
})
type Lot = (typeof LOTS)[number]
const ORDERS: Record<string, (one: Lot, other: Lot) => number> = {
  numLot: (one, other) => one.id - other.id,
  prix: (one, other) => one.montant - other.montant,
  client: (one, other) => (one.client_id ?? 9) - (other.client_id ?? 9),
}
const answers = [
  answer(appartementsEndpoints.list, (call) => {
    const [, descending, order = ''] = /^(-?)(\w*)$/.exec(call.query.get('tri') ?? '') ?? []
    const sorted = ORDERS[order] ? LOTS.toSorted(ORDERS[order]) : LOTS
    const all = descending ? sorted.toReversed() : sorted
    const sold = call.query.get('etat') === 'vendu'
    return pageAsked(sold ? all.filter(({ client }) => client) : all, call)
  }),
  answer(clientsEndpoints.all, BUYERS),
]

const tableau = page.getByRole('radio', { name: 'Tableau' })
const grille = page.getByRole('radio', { name: 'Cartes' })
const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
const names = () => textsOf(rows.getByRole('rowheader'))
const row = (name: string) =>
  rows.filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}( |$)`) }) })
const heading = (name: string) =>
  page.getByRole('columnheader').filter({ has: page.getByRole('button', { name, exact: true }) })
/** Sorts by a heading, by keyboard. */
async function sort(name: string): Promise<void> {
  page.getByRole('columnheader').getByRole('button', { name, exact: true }).element().focus()
  await key('Enter')
}
/** Opens the screen as a table; the radio is hidden behind its label. */
async function openTable(address = '/appartement') {
  const server = await renderScreen(address, { answers })
  await expectCount(cards, 6)
  await page.getByText('Tableau', { exact: true }).click()
  await expectCount(rows, 50)
  return server
}
/** Returns the names of the buttons of a card or a row. */
const buttonsOf = (inside: ReturnType<typeof row>) =>
  inside
    .getByRole('button')
    .elements()
    .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '')
    .filter((name) => !name.startsWith('Autres'))

test('lots are cards six a page unless a table is chosen: fifty rows, sorted by keyboard over all pages, remembered', async () => {
  const server = await renderScreen('/appartement', { answers })
  await expectCount(cards, 6)
  await said('Page 1 sur 11')
  await said('62 lots')
  // The switch is two radio buttons: an arrow changes it.
  grille.element().focus()
  await key('ArrowRight')
  await expect.element(tableau).toBeChecked()
  await expect.element(page.getByRole('table', { name: 'Appartements' })).toBeVisible()
  await expectCount(rows, 50)
  await said('Page 1 sur 2')
  expect(names()[0]).toBe('A-62')
  expect(server.asked('/api/appartements').at(-1)).toContain('per_page=50')

  await expect.element(heading('Lot')).toHaveAttribute('aria-sort', 'none')
  await sort('Lot')
  await expect.element(heading('Lot')).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => window.location.search).toContain('tri=numLot')
  await expect.poll(() => names()[0]).toBe('A-1')
  await expect.element(heading('Lot').getByRole('button')).toHaveFocus()
  await key('Enter')
  await expect.element(heading('Lot')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => names()[0]).toBe('A-62')
  await press('Page suivante')
  await expectCount(rows, 12)
  expect(names().at(-1)).toBe('A-1')
  // Another order begins on its first page; the third time the list has its own again.
  await sort('Prix')
  await expect.poll(() => names()[0]).toBe('A-1')
  await said('Page 1 sur 2')
  await sort('Prix')
  await expect.poll(() => names()[0]).toBe('A-62')
  const here = () => window.location.pathname + window.location.search
  await renderScreen(here(), { answers, again: true })
  await expect.element(heading('Prix')).toHaveAttribute('aria-sort', 'descending')
  await expectCount(rows, 50)
  await sort('Prix')
  await expect.poll(() => window.location.search).not.toContain('tri=')
  // Each screen has its own.
  await renderScreen('/clients', {
    answers: [answer(clientsEndpoints.list, onePage(BUYERS.map((one) => aClient(one))))],
    again: true,
  })
  await expectCount(cards, 2)
  await renderScreen('/appartement?tri=drop', { answers, again: true })
  await expectCount(rows, 50)
  await page.getByText('Cartes', { exact: true }).click()
  await expectCount(cards, 6)
})

// spec: EC-21, EC-23
test('a row offers what its card offers, in two icons and « ⋯ », by every key that opens a menu', async () => {
  await renderScreen('/appartement', { answers })
  await expectCount(cards, 6)
  const inCards = buttonsOf(cards.first())
  await page.getByText('Tableau', { exact: true }).click()
  await expectCount(rows, 50)
  const more = row('A-62').getByRole('button', { name: 'Autres actions : Appartement A-62', exact: true })
  await expectCount(rows.first().getByCss('td:last-child :is(button, a)'), 3)
  const items = page.getByRole('menuitem')
  const direct = buttonsOf(row('A-62'))
  await more.click()
  await expect.element(items.first()).toBeVisible()
  const acts = textsOf(items)
  expect([...direct, ...acts]).toEqual(expect.arrayContaining(inCards))
  expect(acts.at(-1)).toBe("Supprimer l'appartement A-62")
  await key('Escape')
  await expectCount(items, 0)
  await expect.element(more).toHaveFocus()
  const remove = page.getByRole('menuitem', { name: "Supprimer l'appartement A-62" })
  // Every key that opens a menu opens it, on its first act; letters and arrows lead on.
  for (const opens of ['Enter', ' ', 'ArrowDown']) {
    await key(opens)
    await expect.element(items.first()).toHaveFocus()
    await key('ArrowDown')
    await expect.element(items.nth(1)).toHaveFocus()
    await type('s')
    await expect.element(remove).toHaveFocus()
    await key('ArrowDown')
    await expect.element(items.first()).toHaveFocus()
    await key('Escape')
    await expect.element(more).toHaveFocus()
  }
})

// spec: EC-21, EC-23
test('what is opened from a row gives the focus back to it; filters of a table hold for the whole list', async () => {
  const server = await openTable()
  server.give(
    refuse(appartementsEndpoints.report, 503),
    refuse(paiementsEndpoints.soldeAppartement, 503),
    refuse(residencesEndpoints.read, 503),
  )
  const more = row('A-62').getByRole('button', { name: 'Autres actions : Appartement A-62', exact: true })
  more.element().focus()
  await key('Enter')
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus()
  await type('m')
  await key('Enter')
  await expect.element(dialogNamed("Modifier l'appartement")).toBeVisible()
  await press('Annuler', dialog)
  await expect.element(more).toHaveFocus()
  await press("Assigner un client à l'appartement A-62", row('A-62'))
  await expect.element(dialog).toBeVisible()
  await press('Annuler', dialog)
  await expect.element(dialog).not.toBeInTheDocument()
  await press(/^Autres actions/, row('A-61'))
  await page.getByRole('menuitem', { name: "Rapport détaillé de l'appartement A-61" }).click()
  await expect.element(dialogNamed('Rapport détaillé')).toBeVisible()
  expect(server.asked('/api/appartements/61/report')).toHaveLength(1)
  await key('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  await press(/Pourquoi ce solde/, row('A-61'))
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => server.calls.some(({ path }) => path.includes('/solde/appartement/61'))).toBe(true)
  await key('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  await choose('État', 'Vendu')
  await expectCount(rows, 31)
  await said('31 lots')
  await expectCount(page.getByText(/Les filtres portent sur la page affichée/), 0)
  await sort('Client')
  await expect.poll(() => textsOf(rows).at(-1)).toContain('مريم بن يوسف')
  expect(textsOf(rows)[0]).toContain('Amina Haddad')
})

test('while another order is on its way the old rows stay; a failure and an empty list say what cards say', async () => {
  const server = await openTable()
  const failure = held(refuse(appartementsEndpoints.list, 500))
  server.give(failure)
  await sort('Prix')
  await expect.element(page.getByCss('[aria-busy="true"]').first()).toBeInTheDocument()
  await expectCount(rows, 50)
  expect(names()[0]).toBe('A-62')
  failure.release()
  await said('Erreur lors du chargement des appartements.')
  await renderScreen('/appartement?recherche=introuvable', { answers, again: true })
  await said('Aucun appartement trouvé avec ces critères.')
})

test('whatever the storage holds the list is cards; one that is blocked forgets, and the table works all the same', async () => {
  await renderScreen('/appartement', { answers })
  localStorage.setItem('diyar.vue.appartements', '{"<garbage>":')
  await renderScreen('/appartement', { answers, again: true })
  await expectCount(cards, 6)
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  const server = await renderScreen('/appartement', { answers })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(blocked)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(blocked)
  await expectCount(cards, 6)
  await page.getByText('Tableau', { exact: true }).click()
  await expectCount(rows, 50)
  expect(server.changes()).toEqual([])
  vi.restoreAllMocks()
})
