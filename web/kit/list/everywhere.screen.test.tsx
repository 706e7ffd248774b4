import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { aLocal, anAppartement } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient } from '#features/clients/clients.objects.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { aMembre } from '#features/membres/membres.objects.ts'
import { ALI, aPayeur, payeursPage } from '#features/paiements/paiements.objects.ts'
import { payeursEndpoints } from '#features/rapports/recap.contract.ts'
import { promoteurEndpoints } from '#features/promoteur/promoteur.contract.ts'
import { rechercheEndpoints } from '#features/recherche/recherche.contract.ts'
import { aTrouvaille } from '#features/recherche/recherche.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage, aResidence } from '#features/structure/structure.objects.ts'
import { expectAccessible } from '#test/harness/screens/accessible.ts'
import { answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import { dialog, key, main, options, page, press } from '#test/harness/screens/screen.ts'

/** A page of a list that has others; only its first row is called so. */
const rowsOf = <T,>(row: (id: number, name: string) => T) =>
  onePage(
    ['Bis un', 'Zone 1', 'Zone 2'].map((name, at) => row(at + 1, name)),
    { of: 14, parPage: 3 },
  )

/** A list, how it is answered, what it says when nothing is found, and the kind of record that the palette has first then. */
const LISTS = [
  {
    address: '/users',
    rows: answer(membresEndpoints.list, { ...rowsOf((id, name) => aMembre({ id, name })), demandes: 0 }),
    none: 'Aucun membre trouvé avec ces critères.',
    genre: 'membre',
  },
  {
    address: '/clients',
    rows: answer(
      clientsEndpoints.list,
      rowsOf((id, nomComplet) => aClient({ id, nomComplet })),
    ),
    none: 'Aucun client trouvé avec ces critères.',
    genre: 'client',
  },
  {
    address: '/residence',
    rows: answer(
      residencesEndpoints.list,
      rowsOf((id, nom) => aResidence({ id, nom })),
    ),
    none: /^Aucune résidence trouvée/,
    genre: 'residence',
  },
  {
    address: '/bloc',
    rows: answer(
      blocsEndpoints.list,
      rowsOf((id, nomloc) => aBloc({ id, nomloc })),
    ),
    none: /^Aucun bloc trouvé/,
    genre: 'bloc',
  },
  {
    address: '/etage',
    rows: answer(
      etagesEndpoints.list,
      rowsOf((id, designation) => anEtage({ id, designation })),
    ),
    none: /^Aucun étage trouvé/,
    genre: 'etage',
  },
  {
    address: '/appartement',
    rows: answer(
      appartementsEndpoints.list,
      rowsOf((id, numLot) => anAppartement({ id, numLot })),
    ),
    none: /^Aucun appartement trouvé/,
    genre: 'appartement',
  },
  {
    address: '/locaux',
    rows: answer(
      locauxEndpoints.list,
      rowsOf((id, num) => aLocal({ id, num })),
    ),
    none: /^Aucun local trouvé/,
    genre: 'local',
  },
] as const

const found = answer(rechercheEndpoints.search, {
  data: LISTS.map(({ genre }, at) => aTrouvaille({ genre, id: at + 1, titre: `Un ${genre} bis` })),
})

const search = main.getByRole('searchbox')
const articles = main.getByRole('article')
const said = page.getByRole('status').filter({ hasText: "d'autres pages existent" })
const everywhere = page.getByRole('button', { name: 'Chercher « bis » partout' })

// spec: EC-26
test.each(LISTS)(
  '$address says that other pages exist, and searches everywhere at one press',
  async ({ address, rows, none, genre }) => {
    const server = await renderScreen(address, { answers: [rows, found] })
    await expect.element(articles).toHaveLength(3)
    await expect.element(said).not.toBeInTheDocument()
    const before = server.calls.length
    await search.fill('zzz')
    await expect.element(page.getByText(none)).toBeVisible()
    await expect
      .element(said)
      .toHaveTextContent("La recherche porte sur la page affichée ; d'autres pages existent.")
    await search.fill('bis')
    await expect.element(articles).toHaveLength(1)
    await expect.element(said).toHaveTextContent('La recherche porte sur la page affichée')
    everywhere.element().focus()
    await key('Enter')
    await expect.element(dialog.getByRole('combobox')).toHaveValue('bis')
    await expect.element(options.first()).toHaveTextContent(`Un ${genre} bis`)
    await key('Escape')
    await expect.element(dialog).not.toBeInTheDocument()
    // Only the search of everywhere asks the server.
    expect(server.calls.slice(before).map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/api/recherche?q=bis',
    ])
  },
)

// spec: EC-26
test('filters of the page stand in the same sentence, with their own way out', async () => {
  const [, , , , , { rows }] = LISTS
  await renderScreen('/appartement?etat=disponible&portee=page&recherche=bis', { answers: [rows] })
  await expect.element(said).toHaveTextContent('La recherche et les filtres portent sur la page affichée')
  await expect.element(everywhere).toBeVisible()
  await press('Filtrer toutes les pages')
  await expect.element(said).toHaveTextContent('La recherche porte sur la page affichée')
  await expectAccessible()
})

// spec: EC-26
test('where there is one page nothing is said', async () => {
  await renderScreen('/bloc?recherche=bis', { answers: [answer(blocsEndpoints.list, onePage([aBloc()]))] })
  await expect.element(page.getByText(/^Aucun bloc trouvé/)).toBeVisible()
  await expect.element(said).not.toBeInTheDocument()
})

// spec: CLI-02, CLI-05
test('the loaded page of a list has the words in any order, and a phone in any spelling', async () => {
  const clients = [
    aClient({ id: 1, nomComplet: 'Amrouche Rachid', tel: '0798 99 75 78' }),
    aClient({ id: 2, nomComplet: 'Amrouche Hichem', tel: '+213 (0) 555-12-34-56' }),
    aClient({ id: 3, nomComplet: 'محمد الأمين بن عبد الله', tel: '0661 44 55 66' }),
  ]
  const server = await renderScreen('/clients', {
    answers: [answer(clientsEndpoints.list, onePage(clients))],
  })
  await expect.element(articles).toHaveLength(3)
  const before = server.calls.length
  for (const [typed, name] of [
    ['RACHID amrouche', 'Amrouche Rachid'],
    ['0555123456', 'Amrouche Hichem'],
  ] as const) {
    await page.getByPlaceholder('Rechercher par nom, email ou adresse...').fill(typed)
    await expect.element(articles).toHaveLength(1)
    await expect.element(articles).toHaveAccessibleName(name)
  }
  expect(server.calls.slice(before)).toEqual([])
})

// spec: CLI-05
test('the payments are searched by the server, as the words are typed', async () => {
  const server = await renderScreen('/paiements', {
    answers: [
      answer(promoteurEndpoints.list, []),
      answer(payeursEndpoints.list, ({ query }) =>
        payeursPage(query.get('search') === 'zzz' ? [] : [aPayeur(ALI)]),
      ),
    ],
  })
  const payments = page.getByPlaceholder('Nom du client ou numéro de bien...')
  await payments.fill('zzz')
  await expect.element(page.getByText('Aucun bien trouvé avec ce critère.')).toBeVisible()
  await payments.fill('lot 302')
  await expect.element(articles).toHaveAccessibleName(ALI.nomComplet)
  expect(server.calls.at(-1)?.query.get('search')).toBe('lot 302')
})
