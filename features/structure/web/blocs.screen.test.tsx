import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { blocsEndpoints as calls, type BlocReport } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage, anOccupation, aResidence } from '#features/structure/structure.objects.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { expectGoneAfter, freeze } from '#test/harness/screens/clock.ts'
import { onePage, pageAsked } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  button,
  card,
  cards,
  choose,
  dialog,
  dialogNamed,
  expectCount,
  field,
  fill,
  key,
  main,
  page,
  press,
  said,
  save,
  tile,
} from '#test/harness/screens/screen.ts'

const [oliviers, pins] = [
  { id: 4, nom: 'Les Oliviers' },
  { id: 1, nom: 'Les Pins' },
]
const holding = (...blocs: ReturnType<typeof aBloc>[]) => answer(calls.list, onePage(blocs))
const RESIDENCES = answer(residencesEndpoints.all, [oliviers, pins])
const act = (bloc: string, name: string) => card(bloc).getByRole('button', { name }).first().click()

// spec: SHELL-06, BLOC-01, BLOC-02, BLOC-17, BLOC-18, BLOC-19, BLOC-20, BLOC-32, BLOC-44, BLOC-45, BLOC-46, BLOC-09, BLOC-13, BLOC-26
test('a bloc is added, read, changed and deleted from the screen', async () => {
  const server = await renderScreen('/bloc', { answers: [holding(), RESIDENCES] })
  await said('Aucun bloc disponible.')
  await button('Ajouter un bloc').first().click()
  await fill({ 'Nom du bloc': 'Bloc A', Description: 'R+5, deux ascenseurs' })
  await choose('Résidence', 'Les Oliviers', dialog)
  const bloc = aBloc({
    id: 7,
    nomloc: 'Bloc A',
    description: 'R+5, deux ascenseurs',
    residence_id: oliviers.id,
    residence: oliviers,
  })
  server.give(answer(calls.create, { ...bloc, message: 'Bloc ajouté avec succès !' }), holding(bloc))
  await save()
  await said('Bloc ajouté avec succès !')
  await expect
    .element(card('Bloc A'))
    .toHaveTextContent(/Les Oliviers.*R\+5, deux ascenseurs.*Disponible.*Étages\s:\s*0/s)

  await act('Bloc A', 'Détails')
  await expect.element(dialogNamed('Détails du bloc')).toHaveTextContent('R+5, deux ascenseurs')
  await key('Escape')

  await act('Bloc A', 'Modifier')
  await expect.element(field('Nom du bloc')).toHaveValue('Bloc A')
  await expect.element(field('Description')).toHaveValue('R+5, deux ascenseurs')
  await expect.element(field('Résidence')).toHaveValue('Les Oliviers')
  await fill({ Description: 'R+6' })
  const changed = { ...bloc, description: 'R+6', version: 2 }
  server.give(answer(calls.update, { ...changed, message: 'Bloc modifié avec succès !' }), holding(changed))
  await save()
  await said('Bloc modifié avec succès !')
  await expect.element(card('Bloc A')).toHaveTextContent('R+6')

  await act('Bloc A', 'Supprimer')
  await expect
    .element(dialog)
    .toHaveTextContent(
      'Êtes-vous sûr de vouloir supprimer le Bloc A de Les Oliviers ? Cette action est définitive.',
    )
  server.give(answer(calls.remove, { message: 'Bloc supprimé avec succès !' }), holding())
  await press('Supprimer', dialog)
  await said('Bloc supprimé avec succès !')
  await expectCount(cards, 0)
  const body = { nomloc: 'Bloc A', description: 'R+5, deux ascenseurs', residence_id: 4 }
  expect(server.sent()).toEqual([
    ['POST', '/api/blocs', body],
    ['PUT', '/api/blocs/7', { ...body, description: 'R+6', version: 1 }],
    ['DELETE', '/api/blocs/7', undefined],
  ])
  // Once to begin with, and once after each change.
  expect(server.asked('/api/blocs')).toHaveLength(4)
})

// spec: BLOC-29, BLOC-30, BLOC-31, ERR-25, ERR-26
test('each missing field says so, nothing is sent; a failing server keeps what was typed', async () => {
  const server = await renderScreen('/bloc', { answers: [holding(aBloc({ id: 7 })), RESIDENCES] })
  await button('Ajouter un bloc').click()
  await save()
  await said('Le nom du bloc est obligatoire.')
  await said('La description est obligatoire.')
  await said('Veuillez sélectionner une résidence.')
  expect(server.changes()).toEqual([])
  server.give(refuse(calls.create, 500), refuse(calls.update, 500))
  await fill({ 'Nom du bloc': 'Bloc B', Description: 'R+2' })
  await choose('Résidence', 'Les Oliviers', dialog)
  await save()
  await expect
    .element(alert)
    .toHaveTextContent('Erreur lors de la création. Vérifiez que tous les champs sont valides.')
  await expect.element(field('Nom du bloc')).toHaveValue('Bloc B')
  await press('Annuler', dialog)
  await act('Bloc A', 'Modifier')
  await save()
  await expect
    .element(alert)
    .toHaveTextContent('Erreur lors de la mise à jour. Vérifiez que tous les champs sont valides.')
})

// spec: BLOC-07, BLOC-10..BLOC-16
test('cards stand three a row, with their figures, badge and a bar coloured by its rate', async () => {
  /** Each rate, how many of ten are sold, its badge and the colour of its bar. */
  const cases = [
    [0, 0, 'Disponible', 'green'],
    [49.99, 4, 'Disponible', 'green'],
    [50, 5, 'Disponible', 'yellow'],
    [79.99, 7, 'Disponible', 'yellow'],
    [80, 8, 'Disponible', 'red'],
    [100, 10, 'Saturé', 'red'],
  ] as const
  const blocs = cases.map(([tauxOccupation, occupiedCount], n) =>
    aBloc({
      id: n + 1,
      nomloc: `Bloc ${n}`,
      etages_count: n + 2,
      appartementCount: n === 0 ? 0 : 10,
      availableCount: n === 0 ? 0 : 10 - occupiedCount,
      occupiedCount,
      tauxOccupation,
    }),
  )
  await renderScreen('/bloc', { answers: [holding(...blocs)] })
  for (const [n, [taux, occupied, badge, tone]] of cases.entries()) {
    const shown = card(`Bloc ${n}`)
    await expect.element(shown).toHaveTextContent(badge)
    const total = n === 0 ? 0 : 10
    const figures = `Étages\\s:\\s*${n + 2}(?!\\d).*Appartements\\s:\\s*${total}(?!\\d).*Disponibles\\s:\\s*${total - occupied}(?!\\d).*Occupés\\s:\\s*${occupied}(?!\\d).*Stade\\s:\\s*Aucun${String(taux).replace('.', ',')}\\s% occupé`
    await expect.element(shown).toHaveTextContent(new RegExp(figures, 's'))
    await expect.element(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(taux))
    const bar = shown.getByRole('progressbar').element()
    expect(bar.closest('[data-tone]')?.getAttribute('data-tone')).toBe(tone)
  }
  const tops = cards.elements().map((one) => Math.round(one.getBoundingClientRect().top))
  expect(new Set(tops.slice(0, 3)).size).toBe(1)
  expect(tops[3]).toBeGreaterThan(tops[0] ?? 0)
})

// spec: BLOC-03..BLOC-06, BLOC-08, BLOC-25, BLOC-33, BLOC-35
test('a residence filters the loaded page without asking the server; a link filters every page', async () => {
  const of = (id: number, nomloc: string, residence: typeof oliviers) =>
    aBloc({
      id,
      nomloc,
      residence_id: residence.id,
      residence,
      description: id === 6 ? 'Côté jardin' : 'tour',
    })
  const [premiere, seconde] = [oliviers, pins]
  const blocs = [
    of(6, 'Érable', premiere),
    ...[1, 2, 3, 4, 5].map((n) => of(n, `Numéro ${n}`, seconde)),
    of(7, 'Caché', premiere),
  ]
  const server = await renderScreen('/bloc', {
    answers: [
      RESIDENCES,
      answer(calls.list, (call) => {
        const residence = Number(call.query.get('residence_id'))
        return pageAsked(residence ? blocs.filter((one) => one.residence_id === residence) : blocs, call)
      }),
    ],
  })
  await expectCount(cards, 6)
  await choose('Résidence', 'Les Oliviers')
  await expectCount(cards, 1)
  await expect.element(card('Érable')).toBeVisible()
  expect(server.asked('/api/blocs')).toEqual(['page=1&per_page=6'])
  await press('Filtrer toutes les pages')
  await expectCount(cards, 2)
  await expect.element(card('Caché')).toBeVisible()
  const search = main.getByRole('searchbox')
  await search.fill('jardin')
  await expectCount(cards, 1)
  await press('Réinitialiser')
  await expectCount(cards, 6)
  await expect.element(search).toHaveValue('')
  const residence = page.getByRole('combobox', { name: 'Résidence' })
  await expect.element(residence).toHaveValue('Toutes les résidences')

  await press('Page suivante')
  await said(/^Page 2 sur 2$/)
  await press('Les Oliviers', card('Caché'))
  await expect.poll(() => window.location.pathname + window.location.search).toBe('/bloc?residence=4')
  await expect.element(card('Érable')).toBeVisible()
  await expectCount(cards, 2)
  window.history.back()
  await said(/^Page 2 sur 2$/)
})

const etudiee: BlocReport = {
  id: 7,
  nomloc: 'Bloc A',
  description: 'R+4',
  residence: oliviers,
  stade: null,
  stats: { ...anOccupation(4, 1), etageCount: 2 },
  etages: [
    {
      id: 1,
      designation: 'Rez-de-chaussée',
      niveau: 0,
      appartements: ['11', '12', '13', '14'].map((numLot, n) => ({
        id: n + 1,
        numLot,
        typeLogement: n === 0 ? 'F3' : 'F4',
        vente_id: null,
        client: n === 0 ? aClientResume({ nomComplet: 'Nadia Cherif' }) : null,
      })),
    },
    { id: 2, designation: 'Terrasse', niveau: 2, appartements: [] },
  ],
  clients: [
    {
      ...aClientResume({ nomComplet: 'Nadia Cherif', email: 'client@exemple.dz' }),
      appartement: {
        id: 1,
        numLot: '11',
        typeLogement: 'F3',
        etage: { id: 1, designation: 'Rez-de-chaussée' },
        vente_id: null,
      },
    },
  ],
}

// spec: BLOC-21..BLOC-24, BLOC-27, BLOC-28
test('the detailed report shows every étage, its lots and their buyers', async () => {
  const blocs = [
    aBloc({ id: 7, residence_id: 4, residence: oliviers, etages_count: 2 }),
    aBloc({ id: 8, nomloc: 'Bloc nu' }),
  ]
  const bare = { ...etudiee, id: 8, nomloc: 'Bloc nu', stats: { ...anOccupation(), etageCount: 0 } }
  const server = await renderScreen('/bloc', {
    answers: [
      holding(...blocs),
      answer(calls.report, ({ path }) =>
        path.includes('/8/') ? { ...bare, etages: [], clients: [] } : etudiee,
      ),
      answer(appartementsEndpoints.list, onePage([])),
      answer(etagesEndpoints.all, []),
      answer(etagesEndpoints.read, anEtage({ bloc_id: 7 })),
      answer(residencesEndpoints.read, aResidence(oliviers)),
      RESIDENCES,
    ],
  })
  await act('Bloc A', 'Rapport')
  const report = dialogNamed('Rapport détaillé - Bloc A')
  for (const [label, value] of [
    ['Étages', /^2$/],
    ['Appartements', /^4$/],
    ['Occupés', /^1$/],
    ['Disponibles', /^3$/],
    ['Occupation', /^25\s%$/],
  ] as const)
    await expect.element(tile(label)).toHaveTextContent(value)
  await expect.element(report).toHaveTextContent(/25\s%.*1 occupés.*3 disponibles/s)
  const lines = report.getByRole('listitem')
  const line = (text: string) => lines.filter({ hasText: text }).first()
  await expect.element(line('Appartement 11')).toHaveTextContent(/F3.*Nadia Cherif/s)
  await expect.element(line('Appartement 12')).toHaveTextContent(/F4.*Aucun client/s)
  await expect
    .element(line('0555 12 34 56'))
    .toHaveTextContent(/Nadia Cherif.*client@exemple\.dz.*Appartement 11 · F3.*Rez-de-chaussée/s)
  // Once over its lots, once beside its buyer.
  const etage = report.getByRole('link', { name: 'Rez-de-chaussée' })
  await expectCount(etage, 2)
  await etage.last().click()
  await expect.element(page.getByRole('heading', { name: 'Gestion des Appartements' })).toBeVisible()
  expect(window.location.pathname + window.location.search).toBe('/appartement?residence=4&bloc=7&etage=1')
  window.history.back()
  await expectCount(etage, 2)
  await report.getByRole('button', { name: 'Fermer' }).last().click()
  await expect.element(dialog).not.toBeInTheDocument()

  await act('Bloc nu', 'Rapport')
  // spec: EC-43 (B2: a line under the title, not a tile)
  await expect.element(dialog).toHaveTextContent('Stade : Aucun')
  await expectCount(dialog.getByCss('dt').filter({ hasText: 'Stade' }), 0)
  await said('Aucun étage trouvé pour ce bloc')
  await said('Aucun client trouvé pour ce bloc')
  await key('Escape')

  await act('Bloc A', 'Supprimer')
  // spec: EC-43
  await expect.element(dialog).toHaveTextContent("Il contient 2 étages : supprimez-les d'abord.")
  await expect.element(dialog.getByRole('link', { name: 'Voir les étages' })).toBeVisible()
  const refused = 'Impossible de supprimer ce bloc : il contient 2 étages.'
  server.give(refuse(calls.remove, 409, { message: refused }))
  await press('Supprimer', dialog)
  await expect.element(alert).toHaveTextContent(refused)
})

// spec: ERR-24, ERR-27, ERR-28, LIM-02, LIM-04
test('failures show the sentences of the catalogue for as long as it says', async () => {
  const bloc = aBloc({ id: 7 })
  const server = await renderScreen('/bloc', { answers: [RESIDENCES, refuse(calls.list, 500)] })
  await expect.element(alert).toHaveTextContent('Erreur lors du chargement des blocs.')
  server.give(holding(bloc), refuse(calls.report, 500), refuse(calls.remove, 500))
  await press('Réessayer')
  await act('Bloc A', 'Rapport')
  await expect.element(alert).toHaveTextContent('Erreur lors du chargement du rapport détaillé.')
  await key('Escape')
  await act('Bloc A', 'Supprimer')
  await expect.element(dialog).toBeVisible()
  freeze()
  await press('Supprimer', dialog)
  await expectGoneAfter(page.getByText('Erreur lors de la suppression du bloc.'), 5000)

  await renderScreen('/bloc', {
    answers: [
      RESIDENCES,
      holding(bloc),
      answer(calls.update, { ...bloc, message: 'Bloc modifié avec succès !' }),
    ],
  })
  await act('Bloc A', 'Modifier')
  await expect.element(field('Nom du bloc')).toHaveValue('Bloc A')
  freeze()
  await save()
  await expectGoneAfter(page.getByText('Bloc modifié avec succès !'), 3000)
})
