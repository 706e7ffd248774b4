import { expect, test, vi } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement, aSoldAppartement } from '#features/biens/biens.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { answersOfPayments, payeursPage } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { answer, held, refuse, type Call } from '#test/harness/screens/answers.ts'
import { freeze } from '#test/harness/screens/clock.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  card,
  dialog,
  field,
  key,
  options,
  page,
  press,
  textsOf,
  type,
} from '#test/harness/screens/screen.ts'

const nom = (n: number) => `Client ${String(n).padStart(3, '0')}`
const tel = (n: number) => `0555 00 ${String(n).padStart(3, '0')}`
const label = (n: number) => `${nom(n)} · ${tel(n)}`
/** More than a select is given at once. */
const CLIENTS = Array.from({ length: 130 }, (_, at) =>
  aClient({ id: at + 1, nomComplet: nom(at + 1), tel: tel(at + 1) }),
)
const among = ({ query, atMost }: Call) => {
  const words = (query.get('search') ?? '').toLowerCase().split(' ').filter(Boolean)
  const matches = CLIENTS.filter((one) =>
    words.every((word) => `${one.nomComplet} ${one.tel}`.toLowerCase().includes(word)),
  )
  return matches.slice(0, atMost)
}
const found = answer(clientsEndpoints.all, among)
const read = answer(clientsEndpoints.read, ({ path }) => CLIENTS[Number(/\d+/.exec(path)) - 1] ?? aClient())

const free = anAppartement({ id: 1, numLot: 'C-1' })
const sold = aSoldAppartement(aClientResume(CLIENTS[128]), { id: 2, numLot: 'C-2' })
const LOTS = [
  found,
  read,
  answer(appartementsEndpoints.list, ({ query }) =>
    onePage(query.get('client_id') === '129' ? [sold] : [free, sold]),
  ),
]

const filter = page.getByRole('main').getByRole('combobox', { name: 'Client' })
const texts = () => textsOf(options)
const asked = (calls: readonly Call[], path: string) =>
  calls
    .filter((call) => call.path === path)
    .map(({ query, atMost }) => ({ search: query.get('search') ?? '', atMost }))

// spec: APT-07, ERR-50
test('a visit reads a hundred clients at most; the others are found by the server, in one search of letters typed at once', async () => {
  const { calls } = await renderScreen('/appartement', { answers: LOTS })
  await expect.element(card('Appartement C-1')).toBeVisible()
  await filter.click()
  await expect.element(options.first()).toHaveTextContent('Tous les clients')
  await expect.element(options.last()).toHaveTextContent('Précisez votre recherche…')
  await filter.fill('')
  freeze()
  await type('CLIENT 129')
  vi.advanceTimersByTime(299)
  expect(asked(calls, '/api/all-clients')).toEqual([{ search: '', atMost: 100 }])
  const later = () => (vi.advanceTimersByTime(20), texts())
  await expect.poll(later).toEqual([label(129)])
  expect(asked(calls, '/api/all-clients').slice(1)).toEqual([{ search: 'CLIENT 129', atMost: 100 }])
  vi.useRealTimers()
  await key('ArrowDown')
  await key('Enter')
  await expect.element(filter).toHaveValue(label(129))
  await expect.element(card('Appartement C-2')).toBeVisible()
  await expect.element(card('Appartement C-1')).not.toBeInTheDocument()
})

// spec: APT-07
test('what is chosen keeps its name: in an address that is opened, and when the list is opened again', async () => {
  await renderScreen('/appartement?client=129', { answers: LOTS })
  await expect.element(filter).toHaveValue(label(129))
  await filter.click()
  await expect.element(page.getByRole('option', { selected: true })).toHaveTextContent(label(129))
  await key('Escape')
  await expect.element(filter).toHaveValue(label(129))
  await expect.element(options).not.toBeInTheDocument()
})

// spec: PAY-25, ERR-75
test('a form finds by phone whom the first hundred do not show, and says when it could not look', async () => {
  const clients = answer(clientsEndpoints.list, (call) => onePage(among(call)))
  const server = await renderScreen('/paiements', {
    answers: [...answersOfPayments(sold, []), answer(payeursEndpoints.list, payeursPage([])), clients, read],
  })
  await press('Ajouter un paiement')
  const client = field('Client')
  const add = (typed: string) => `Nouveau client « ${typed} »`
  await client.fill('00 129')
  await expect.poll(texts).toEqual([label(129), add('00 129')])
  await options.first().click()
  await expect.element(client).toHaveValue(label(129))
  await expect.element(field('Appartement')).toBeEnabled()
  await expect.element(field('Montant')).toHaveFocus()
  expect(asked(server.calls, '/api/clients').map(({ atMost }) => atMost)).toEqual([100, 100])

  const list = page.getByRole('listbox')
  await client.fill('personne ainsi nommé')
  await expect.element(list).toHaveTextContent('Aucun résultat')
  server.give(refuse(clientsEndpoints.list, 500))
  await client.fill('client 118')
  await expect.element(list).toHaveTextContent('Erreur lors du chargement des clients.')
  server.give(clients)
  await client.fill('client 119')
  await expect.poll(texts).toEqual([label(119), add('client 119')])
  await expect.element(alert).not.toBeInTheDocument()
  expect(dialog.elements()).toHaveLength(1)
})

// spec: APT-07
test('a slow answer to what was typed before is not taken for what is typed now', async () => {
  const server = await renderScreen('/appartement', { answers: LOTS })
  await expect.element(card('Appartement C-1')).toBeVisible()
  const slow = held(found)
  server.give(slow)
  await filter.fill('client 12')
  await expect.element(page.getByText('Recherche…')).toBeVisible()
  await expect.poll(() => asked(server.calls, '/api/all-clients').length).toBe(2)
  server.give(found)
  await filter.fill('client 115')
  await expect.poll(texts).toEqual([label(115)])
  slow.release()
  await filter.fill('client 11')
  await expect.poll(texts).toEqual(Array.from({ length: 10 }, (_, rank) => label(110 + rank)))
})

test.each([
  ['rachid amrouche', 'Amrouche Rachid · 0798 99 75 78'],
  ['0555123456', 'Amrouche Hichem · +213 (0) 555-12-34-56'],
])('a picker has the words in any order, a phone in any spelling: %s', async (typed, line) => {
  const people = [
    aClientResume({ id: 1, nomComplet: 'Amrouche Rachid', tel: '0798 99 75 78' }),
    aClientResume({ id: 2, nomComplet: 'Amrouche Hichem', tel: '+213 (0) 555-12-34-56' }),
  ]
  await renderScreen('/appartement', { answers: [...LOTS, answer(clientsEndpoints.all, people)] })
  await filter.fill(typed)
  await expect.poll(texts).toEqual([line])
})
