import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement } from '#features/biens/biens.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage } from '#features/structure/structure.objects.ts'
import { answer, held, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { atRest, renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  card,
  dialog,
  field,
  fill,
  highlighted,
  key,
  options,
  page,
  press,
  type,
} from '#test/harness/screens/screen.ts'

const nom = (n: number) => `Client ${String(n).padStart(3, '0')}`
const tel = (n: number) => `0555 00 ${String(n).padStart(3, '0')}`
const label = (n: number) => `${nom(n)} · ${tel(n)}`
/** More than a select is given at once. */
const CLIENTS = Array.from({ length: 130 }, (_, at) =>
  aClientResume({ id: at + 1, nomComplet: nom(at + 1), tel: tel(at + 1) }),
)
const found = answer(clientsEndpoints.all, ({ query }) => {
  const words = (query.get('search') ?? '').toLowerCase().split(' ').filter(Boolean)
  const matches = CLIENTS.filter(({ nomComplet }) =>
    words.every((word) => nomComplet.toLowerCase().includes(word)),
  )
  return matches.slice(0, 101)
})

const lot = anAppartement({ numLot: 'L-7' })
const sold = { ...lot, message: 'Client assigné avec succès !' }
const LOTS = [
  answer(appartementsEndpoints.list, onePage([lot])),
  answer(appartementsEndpoints.assigner, { ...sold, appartement: lot }),
  found,
  answer(clientsEndpoints.read, ({ path }) => {
    const id = Number(path.split('/').at(-1))
    return aClient({ id, nomComplet: nom(id), tel: tel(id) })
  }),
]

/** Opens the dialog that sells a lot, the focus in its client; the clients are there. */
async function assign() {
  const server = await renderScreen('/appartement', { answers: LOTS })
  await press("Assigner un client à l'appartement L-7")
  await expect.element(field('Client')).toHaveFocus()
  await expect.poll(() => server.calls.some(({ path }) => path === '/api/all-clients')).toBe(true)
  return server
}

/** Sees to it that what is sought is answered later. */
const later = (): Answer & { release(): void } => held(found)

test('Enter takes the match, and only the next one sends', async () => {
  const server = await assign()
  await type('129 client')
  await key('Enter')
  await expect.element(field('Client')).toHaveValue(label(129))
  await expect.element(options).not.toBeInTheDocument()
  await expect.element(field('Client')).toHaveFocus()
  await atRest()
  expect(server.changes()).toEqual([])
  await key('Enter')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ client_id: 129 }])
})

test('Tab takes the match and goes on', async () => {
  const residence = { id: 1, nom: 'Les Pins' }
  const blocs = ['A10', 'A1', 'A1 bis'].map((nomloc, at) => aBloc({ id: at + 1, nomloc }))
  await renderScreen('/etage', {
    answers: [
      answer(etagesEndpoints.list, onePage([])),
      answer(residencesEndpoints.all, [residence, { id: 2, nom: 'Les Pins Maritimes' }]),
      answer(blocsEndpoints.ofResidence, blocs),
    ],
  })
  await press('Ajouter un étage')
  await expect.element(field('Résidence')).toHaveFocus()
  await type('pins')
  await key('Tab')
  await expect.element(field('Résidence')).toHaveValue('Les Pins')
  await field('Bloc').click()
  await type('a1')
  await key('Tab')
  // Not A10, which stands before it.
  await expect.element(field('Bloc')).toHaveValue('A1')
  await expect.element(field('Désignation')).toHaveFocus()
  await key('Shift+Tab')
  await type('a1 b')
  await key('Shift+Tab')
  await expect.element(field('Bloc')).toHaveValue('A1 bis')
  await expect.element(field('Résidence')).toHaveFocus()
})

test('Tab before the answer is there takes its first match when it comes', async () => {
  const server = await assign()
  const answers = later()
  server.give(answers)
  await type('client 128')
  await key('Tab')
  await expect.element(field('Client')).not.toHaveFocus()
  await expect.element(field('Client')).toHaveValue('')
  answers.release()
  await expect.element(field('Client')).toHaveValue(label(128))
  expect(server.changes()).toEqual([])
})

test('Enter before the answer is there sends nothing, takes nothing of the former one, and the match when it comes', async () => {
  const server = await assign()
  const first = later()
  server.give(first)
  await type('client 12')
  await key('Enter')
  await key('Enter')
  await expect.element(field('Client')).toHaveValue('client 12')
  // Another letter: that was not what was wanted.
  await type('9')
  first.release()
  await expect.element(highlighted).toHaveTextContent(label(129))
  await expect.element(field('Client')).toHaveValue('client 129')
  const second = later()
  server.give(second)
  await key('Backspace')
  await type('7')
  await key('Enter')
  await expect.element(field('Client')).toHaveValue('client 127')
  second.release()
  await expect.element(field('Client')).toHaveValue(label(127))
  await expect.element(options).not.toBeInTheDocument()
  expect(server.changes()).toEqual([])
})

test('an answer that fails, or finds nobody, takes and sends nothing', async () => {
  const server = await assign()
  server.give(refuse(clientsEndpoints.all, 500))
  await type('client 128')
  await key('Enter')
  await expect.element(page.getByRole('listbox')).toHaveTextContent('Erreur lors du chargement des clients.')
  await key('Enter')
  await expect.element(field('Client')).toHaveValue('client 128')
  server.give(found)
  await key('Control+a')
  await type('personne ainsi nommé')
  await expect.element(page.getByRole('listbox')).toHaveTextContent('Aucun résultat')
  await key('Tab')
  await expect.element(field('Client')).toHaveValue('')
  expect(server.changes()).toEqual([])
})

test('the arrows move what Enter and Tab take; without typing Tab changes nothing, after Escape neither', async () => {
  const server = await assign()
  await type('client 11')
  await expect.element(highlighted).toHaveTextContent(label(110))
  await key('ArrowDown')
  await expect.element(highlighted).toHaveTextContent(label(111))
  await key('ArrowDown')
  await key('Tab')
  await expect.element(field('Client')).toHaveValue(label(112))

  await key('Shift+Tab')
  await expect.element(field('Client')).toHaveFocus()
  await key('ArrowDown')
  await expect.element(options.first()).toBeVisible()
  await key('ArrowDown')
  await key('Tab')
  await expect.element(field('Client')).toHaveValue(label(112))

  await fill({ Client: 'client 115' })
  await expect.element(highlighted).toHaveTextContent(label(115))
  await key('Escape')
  await expect.element(options).not.toBeInTheDocument()
  await key('Tab')
  await expect.element(field('Client')).toHaveValue(label(112))
  await expect.element(dialog).toBeVisible()

  // Opened by the mouse: Enter closes it, and sends nothing.
  await field('Client').click()
  await expect.element(options.first()).toBeVisible()
  await key('Enter')
  await expect.element(options).not.toBeInTheDocument()
  await expect.element(field('Client')).toHaveValue(label(112))
  expect(server.changes()).toEqual([])
})

test('« Précisez votre recherche… » is never taken; a filter is chosen as a field is', async () => {
  await renderScreen('/appartement', { answers: LOTS })
  const filter = page.getByRole('combobox', { name: 'Client' })
  await filter.fill('client')
  await expect.element(options.filter({ hasText: 'Précisez votre recherche…' })).toBeVisible()
  await expect.element(highlighted).toHaveTextContent(label(1))
  await key('ArrowUp')
  await expect.element(highlighted).toHaveTextContent(label(100))
  await key('Enter')
  await expect.element(filter).toHaveValue(label(100))
  await filter.fill('tous')
  await key('Enter')
  await expect.element(filter).toHaveValue('Tous les clients')
})

test('Enter in the open list of « Type de logement » keeps what was typed, or takes the line, and never sends', async () => {
  const server = await renderScreen('/appartement', {
    answers: [
      ...LOTS,
      answer(appartementsEndpoints.read, lot),
      answer(appartementsEndpoints.update, { ...lot, message: 'Appartement modifié avec succès !' }),
      answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Pins' }]),
      answer(blocsEndpoints.ofResidence, [aBloc()]),
      answer(etagesEndpoints.ofBloc, [anEtage()]),
    ],
  })
  await press('Modifier', card('Appartement L-7'))
  const typeDeLogement = field('Type de logement')
  await expect.element(typeDeLogement).toHaveValue('F3')
  await field('Numéro de lot').click()
  await key('Tab')
  await expect.element(typeDeLogement).toHaveFocus()
  await type('F')
  await expect.element(options.first()).toBeVisible()
  await key('Enter')
  await expect.element(options).not.toBeInTheDocument()
  await expect.element(typeDeLogement).toHaveValue('F')
  await expect.element(dialog).toBeVisible()
  await type('2')
  await expect.element(options.first()).toBeVisible()
  await key('ArrowDown')
  await key('Enter')
  await expect.element(typeDeLogement).toHaveValue('F2')
  await expect.element(options).not.toBeInTheDocument()
  expect(server.changes()).toEqual([])
  // A type of one's own has no list: Enter sends, as it does in any field.
  await typeDeLogement.fill('Atelier')
  await expect.element(options).not.toBeInTheDocument()
  await key('Enter')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.changes().map(({ body }) => body)).toMatchObject([{ typeLogement: 'Atelier' }])
})
