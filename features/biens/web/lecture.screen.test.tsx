import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement, aLocal } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { answer, raw } from '#test/harness/screens/answers.ts'
import { freeze, pass, thaw } from '#test/harness/screens/clock.ts'
import { pageAsked } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  cards,
  choose,
  dialog,
  expectCount,
  page,
  press,
  said,
  textsOf,
  valueOf,
} from '#test/harness/screens/screen.ts'

const lieu = (id: number, nom: string) => {
  const residence = { id, nom }
  const bloc = { id: 10 + id, nomloc: `Bloc ${nom}`, residence_id: id, residence }
  const etages = ['bas', 'haut'].map((mot, n) => ({
    id: 20 + 2 * id + n,
    designation: `Étage du ${mot}`,
    bloc_id: bloc.id,
    bloc,
  }))
  return { residence, bloc, etages }
}
const [nord, sud] = [lieu(1, 'Nord'), lieu(2, 'Sud')]
const PLACES = [nord, sud]
const asChoice = ({ bloc }: typeof nord) => ({ ...bloc, description: '' })
const etageAsChoice = (etage: (typeof nord)['etages'][number]) => ({
  ...etage,
  niveau: 1,
  logement_par_palier: 4,
})
const buyer = aClientResume({ id: 3, nomComplet: 'Filtré Client' })
const LIEUX = [
  answer(
    residencesEndpoints.all,
    PLACES.map(({ residence }) => residence),
  ),
  answer(blocsEndpoints.all, PLACES.map(asChoice)),
  answer(blocsEndpoints.ofResidence, ({ path }) =>
    PLACES.filter(({ residence }) => path.includes(`/${residence.id}/`)).map(asChoice),
  ),
  answer(
    etagesEndpoints.all,
    PLACES.flatMap(({ etages }) => etages.map(etageAsChoice)),
  ),
  answer(etagesEndpoints.ofBloc, ({ path }) =>
    PLACES.filter(({ bloc }) => path.includes(`/${bloc.id}/`)).flatMap(({ etages }) =>
      etages.map(etageAsChoice),
    ),
  ),
  answer(clientsEndpoints.all, [buyer]),
  answer(clientsEndpoints.read, aClient(buyer)),
]

/** Six of the loaded page and one of the next; two are sold. */
const LOTS = [
  ['Zêta', 'Duplex', sud, 0],
  ['Epsilon', 'F4', sud, 0],
  ['Delta', 'F4', sud, 0],
  ['Gamma', 'F3', nord, 0],
  ['Bêta', 'F3', nord, 0],
  ['Alpha', 'Studio', nord, 1],
  ['Vieux', 'F2', nord, 0],
] as const
const saleOf = (name: string) =>
  /Epsilon|Bêta/.test(name)
    ? { client_id: 3, client: buyer, estDispo: false, etat_bien: 'vendu' as const, vente_id: 9 }
    : {}
const APPARTEMENTS = LOTS.map(([numLot, typeLogement, { bloc, etages }, at], n) => {
  const etage = etages[at] ?? etages[0]
  return anAppartement({
    id: 7 - n,
    numLot,
    typeLogement,
    ...(etage && { etage, etage_id: etage.id }),
    bloc,
    ...saleOf(numLot),
  })
})
const LOCAUX = LOTS.map(([num, description, { bloc }], n) =>
  aLocal({ id: 7 - n, num, description, bloc, bloc_id: bloc.id, ...saleOf(num) }),
)

const titles = () => textsOf(cards.getByRole('heading')).map((title) => title.split(' ').at(-1))
const spinner = page.getByRole('status', { name: 'Recherche en cours' })

const LISTS = [
  {
    address: '/appartement',
    call: '/api/appartements',
    relations: 'etage.bloc.residence%2Cclient%2Cpaiements',
    answers: answer(appartementsEndpoints.list, (call) => {
      const residence = Number(call.query.get('residence_id'))
      return pageAsked(
        APPARTEMENTS.filter(({ bloc }) => !residence || bloc.residence_id === residence),
        call,
      )
    }),
    placeholder: 'Rechercher par lot ou type...',
    searches: [
      ['BETA', ['Bêta']],
      ['duplex', ['Zêta']],
      ['f4', ['Epsilon', 'Delta']],
    ],
    filters: ['Résidence', 'Bloc', 'Étage', 'Client', 'État'],
  },
  {
    address: '/locaux',
    call: '/api/locaux',
    relations: 'bloc.residence%2Cclient%2Cpaiements',
    answers: answer(locauxEndpoints.list, (call) => {
      const residence = Number(call.query.get('residence_id'))
      return pageAsked(
        LOCAUX.filter(({ bloc }) => !residence || bloc.residence_id === residence),
        call,
      )
    }),
    placeholder: 'Rechercher par numéro ou description...',
    searches: [
      ['beta', ['Bêta']],
      ['F4', ['Epsilon', 'Delta']],
    ],
    filters: ['Résidence', 'Bloc', 'Client', 'État'],
  },
] as const

// spec: APT-03..APT-12, APT-18, APT-23, APT-24, APT-63, LOC-03..LOC-13, LOC-57
test.each(LISTS)(
  'the search of $address holds for the loaded page, with a spinner of half a second',
  async ({ address, call, relations, answers, placeholder, searches }) => {
    const server = await renderScreen(address, { answers: [...LIEUX, answers] })
    await expectCount(cards, 6)
    await said('Page 1 sur 2')
    const search = page.getByRole('searchbox', { name: placeholder })
    freeze()
    for (const [text, found] of searches) {
      await search.fill(text)
      await expect.element(spinner).toBeVisible()
      await pass(499)
      await expect.element(spinner).toBeVisible()
      await pass(2)
      await expect.element(spinner).not.toBeInTheDocument()
      await expect.poll(titles).toEqual(found)
    }
    thaw()
    await press('Réinitialiser')
    await expect.element(search).toHaveValue('')
    await expectCount(cards, 6)
    expect(server.asked(call)).toEqual([`page=1&per_page=6&with=${relations}`])
  },
)

// spec: APT-03..APT-12, APT-63, LOC-03..LOC-13
test.each(LISTS)(
  'the filters of $address hold for the loaded page',
  async ({ address, call, answers, filters }) => {
    const server = await renderScreen(address, { answers: [...LIEUX, answers] })
    await expectCount(cards, 6)
    await choose('Bloc', 'Bloc Sud (Sud)')
    await expect.poll(titles).toEqual(['Zêta', 'Epsilon', 'Delta'])
    await choose('Résidence', 'Nord')
    await expect.poll(titles).toEqual(['Gamma', 'Bêta', 'Alpha'])
    await choose('État', 'Vendu')
    await expect.poll(titles).toEqual(['Bêta'])
    await choose('État', 'Disponible')
    await expect.poll(titles).toEqual(['Gamma', 'Alpha'])
    await press('Réinitialiser')
    for (const name of filters)
      expect(valueOf(page.getByRole('combobox', { name, exact: true }))).toMatch(/^Tou/)
    await choose('Client', 'Filtré Client · 0555 12 34 56')
    await expect.poll(titles).toEqual(['Epsilon', 'Bêta'])
    expect(server.asked(call)).toHaveLength(1)
  },
)

test.each(LISTS)(
  'a filter of $address shows for half a second that it does something',
  async ({ address, answers }) => {
    await renderScreen(address, { answers: [...LIEUX, answers] })
    await expectCount(cards, 6)
    await page.getByRole('combobox', { name: 'État', exact: true }).click()
    freeze()
    await page.getByRole('option', { name: 'Vendu', exact: true }).click()
    await expect.element(spinner).toBeVisible()
    await pass(499)
    await expect.element(spinner).toBeVisible()
    await pass(2)
    await expect.element(spinner).not.toBeInTheDocument()
  },
)

test.each(LISTS)(
  '« Filtrer toutes les pages » leads the filters of $address through the whole list; the pager stays in the history',
  async ({ address, call, answers }) => {
    const server = await renderScreen(address, { answers: [...LIEUX, answers] })
    await expectCount(cards, 6)
    await choose('Résidence', 'Nord')
    await press('Filtrer toutes les pages')
    await expectCount(cards, 4)
    expect(server.asked(call).at(-1)).toContain('residence_id=1')
    await press('Réinitialiser')
    await press('Page suivante')
    await expect.poll(titles).toEqual(['Vieux'])
    window.history.back()
    await expectCount(cards, 6)
  },
)

test('the étage of an appartement follows its bloc, which follows its residence', async () => {
  await renderScreen('/appartement', { answers: [...LIEUX, LISTS[0].answers] })
  await expectCount(cards, 6)
  await choose('Résidence', 'Nord')
  await choose('Bloc', 'Bloc Nord')
  await choose('Étage', 'Étage du bas')
  await expect.poll(titles).toEqual(['Gamma', 'Bêta'])
})

// spec: SHELL-05, LOC-17, LOC-22
test('a local of which another server says little has a word for each of its facts', async () => {
  const bare = {
    surface: null,
    description: null,
    montant: null,
    bloc_id: null,
    bloc: null,
    paiements: [],
    resteAPayer: 0,
  }
  const both = { ...bare, pourcentagePaiement: 0, version: 1 }
  const empty = { ...both, id: 9, num: '', client_id: null, client: null, estDispo: true }
  const client = { id: 3, nomComplet: 'Sans téléphone', tel: '', email: '' }
  const sold = { ...both, id: 10, num: 'N-1', client_id: 3, client, estDispo: false }
  await renderScreen('/locaux', {
    answers: [
      ...LIEUX,
      raw(locauxEndpoints.list, { data: [empty, sold], current_page: 1, last_page: 1 }),
      raw(locauxEndpoints.read, empty),
    ],
  })
  await expect
    .element(cards.first())
    .toHaveTextContent(
      /Non spécifié.*Aucune description.*Disponible.*Surface\s:\s*Non spécifiée.*Montant\s:\s*Non spécifié.*Résidence\s:\s*Sans résidence.*Bloc\s:\s*Non spécifié.*Aucun client/s,
    )
  await expect.element(cards.last()).toHaveTextContent(/Vendu.*Téléphone\s:\s*N\/A/s)
  await cards.first().getByRole('button', { name: 'Détails' }).click()
  await expect
    .element(dialog)
    .toHaveTextContent(/Numéro\s:\s*Non spécifié.*Montant\s:\s*Non spécifié.*Sans résidence/s)
})

// spec: LIM-17, LIM-18
test('an appartement whose answer lacks phone and e-mail of its buyer says « N/A », and of one who has none that he has none', async () => {
  const sold = (client: object) => ({
    id: 9,
    numLot: 'A-9',
    client_id: 3,
    vente_id: 4,
    estDispo: false,
    client,
  })
  const coordonnees = async (client: object, text: RegExp) => {
    const lot = sold({ id: 3, nomComplet: 'Lina Saïdi', ...client })
    await renderScreen('/appartement', {
      answers: [
        ...LIEUX,
        raw(appartementsEndpoints.list, { data: [lot], current_page: 1, last_page: 1 }),
        raw(appartementsEndpoints.read, lot),
        answer(appartementsEndpoints.superficie, { superficie_totale: 90_00 }),
      ],
    })
    await cards.first().getByRole('button', { name: 'Détails' }).click()
    await expect.element(dialog).toHaveTextContent(text)
  }
  await coordonnees({ tel: null }, /Téléphone\s:\s*N\/A.*Email\s:\s*N\/A/s)
  await coordonnees({ tel: '', email: '' }, /Téléphone\s:\s*Sans téléphone.*Email\s:\s*Sans e-mail/s)
})
