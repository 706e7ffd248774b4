import { expect, test, vi } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClientResume } from '#features/clients/clients.objects.ts'
import { blocsEndpoints, type BlocResume } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints as calls, type EtageReport } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { anEtage, anOccupation } from '#features/structure/structure.objects.ts'
import { answer, held, refuse } from '#test/harness/screens/answers.ts'
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
  expectOptions,
  field,
  fill,
  key,
  main,
  page,
  press,
  said,
  save,
  tile,
  type,
} from '#test/harness/screens/screen.ts'

const [nord, sud] = [
  { id: 1, nom: 'Nord' },
  { id: 2, nom: 'Sud' },
]
const aBlocOf = (id: number, nomloc: string, residence: typeof nord): BlocResume => ({
  id,
  nomloc,
  description: 'R+1',
  residence_id: residence.id,
  residence,
})
const BLOCS = [aBlocOf(11, 'Bloc N', nord), aBlocOf(12, 'Bloc S', sud)]
const [blocN, blocS] = BLOCS as [BlocResume, BlocResume]
const LIEUX = [
  answer(residencesEndpoints.all, [nord, sud]),
  answer(blocsEndpoints.all, BLOCS),
  answer(blocsEndpoints.ofResidence, ({ path }) =>
    BLOCS.filter(({ residence_id }) => path.includes(`/${residence_id}/`)),
  ),
]
const holding = (...etages: ReturnType<typeof anEtage>[]) => answer(calls.list, onePage(etages))
const act = (etage: string, name: string) => card(etage).getByRole('button', { name }).first().click()
const placed = (in_: BlocResume, given: Parameters<typeof anEtage>[0] = {}) =>
  anEtage({ bloc_id: in_.id, bloc: in_, ...given })

// spec: SHELL-06, ETG-01, ETG-32..ETG-39, ETG-46, ETG-47, ETG-41, ETG-64, ETG-65, ETG-66, ETG-67, ETG-10, ETG-12..ETG-16, ETG-51
test('an étage is added, changed and deleted; its bloc follows its residence', async () => {
  const server = await renderScreen('/etage', { answers: [...LIEUX, holding()] })
  await said('Aucun étage disponible.')
  await button('Ajouter un étage').first().click()
  for (const label of ['Résidence *', 'Bloc *', 'Désignation *', 'Niveau *', 'Logements par palier *'])
    await expect.element(dialog.getByText(label, { exact: true })).toBeVisible()
  await expect.element(field('Bloc')).toBeDisabled()
  await expect.element(field('Bloc')).toHaveAttribute('placeholder', "Sélectionnez d'abord une résidence")
  await choose('Résidence', 'Nord', dialog)
  await expectOptions(field('Bloc'), ['Bloc N'])
  await choose('Bloc', 'Bloc N', dialog)
  await choose('Résidence', 'Sud', dialog)
  await expect.element(field('Bloc')).toHaveValue('')
  await save()
  await said('Veuillez sélectionner un bloc.')
  await expectOptions(field('Bloc'), ['Bloc S'])
  const lookups = server.calls.map(({ path }) => path).filter((path) => /residence\/\d+\/blocs/.test(path))
  expect(lookups).toEqual(['/api/residence/1/blocs', '/api/residence/2/blocs'])
  await choose('Bloc', 'Bloc S', dialog)
  await fill({ Désignation: 'Sous-sol', Niveau: '-1', 'Logements par palier': '4' })
  const etage = placed(blocS, { id: 21, designation: 'Sous-sol', niveau: -1, logement_par_palier: 4 })
  server.give(answer(calls.create, { ...etage, message: 'Étage ajouté avec succès !' }), holding(etage))
  await save()
  await said('Étage ajouté avec succès !')
  await expect
    .element(card('Sous-sol'))
    .toHaveTextContent(
      /Disponible.*Niveau\s:\s*-1.*Logements par palier\s:\s*4.*Bloc\s:\s*Bloc S.*Résidence\s:\s*Sud.*0\.00% occupé/s,
    )

  await act('Sous-sol', 'Modifier')
  for (const [label, value] of Object.entries({
    Résidence: 'Sud',
    Bloc: 'Bloc S',
    Désignation: 'Sous-sol',
    Niveau: '-1',
    'Logements par palier': '4',
  }))
    await expect.element(field(label)).toHaveValue(value)
  await choose('Résidence', 'Nord', dialog)
  await expect.element(field('Bloc')).toHaveValue('')
  await choose('Bloc', 'Bloc N', dialog)
  const moved = placed(blocN, { ...etage, bloc_id: blocN.id, bloc: blocN, version: 2 })
  server.give(answer(calls.update, { ...moved, message: 'Étage modifié avec succès !' }), holding(moved))
  await save()
  await said('Étage modifié avec succès !')
  await expect.element(card('Sous-sol')).toHaveTextContent(/Bloc N.*Nord/s)

  await act('Sous-sol', 'Supprimer')
  await expect
    .element(dialog)
    .toHaveTextContent(
      "Êtes-vous sûr de vouloir supprimer l'étage Sous-sol du Bloc N ? Cette action est définitive.",
    )
  server.give(answer(calls.remove, { message: 'Étage supprimé avec succès !' }), holding())
  await press('Supprimer', dialog)
  await said('Étage supprimé avec succès !')
  await expectCount(cards, 0)
  const body = { designation: 'Sous-sol', niveau: -1, logement_par_palier: 4 }
  expect(server.sent()).toEqual([
    ['POST', '/api/etages', { ...body, residence_id: 2, bloc_id: 12 }],
    ['PUT', '/api/etages/21', { ...body, residence_id: 1, bloc_id: 11, version: 1 }],
    ['DELETE', '/api/etages/21', undefined],
  ])
  expect(server.asked('/api/etages')).toHaveLength(4)
})

// spec: IN-29, ETG-48, ETG-49, ERR-30, ERR-31
test('each missing field says so, nothing is sent; a failing server keeps what was typed', async () => {
  const server = await renderScreen('/etage', { answers: [...LIEUX, holding(placed(blocN, { id: 21 }))] })
  await button('Ajouter un étage').click()
  await expect
    .element(field('Niveau'))
    .toHaveAccessibleDescription('0 est le rez-de-chaussée, -1 le premier sous-sol.')
  await field('Niveau').click()
  await type('deux')
  await expect.element(field('Niveau')).toHaveValue('')
  await save()
  for (const text of [
    'Veuillez sélectionner une résidence.',
    'Veuillez sélectionner un bloc.',
    'La désignation est obligatoire.',
    'Le niveau est obligatoire.',
    'Le nombre de logements par palier est obligatoire.',
  ])
    await said(text)
  expect(server.changes()).toEqual([])
  server.give(refuse(calls.create, 500), refuse(calls.update, 500))
  await choose('Résidence', 'Nord', dialog)
  await choose('Bloc', 'Bloc N', dialog)
  await fill({ Désignation: 'Neuf', Niveau: '9', 'Logements par palier': '2' })
  await save()
  await expect.element(alert).toHaveTextContent('Erreur lors de la création. Vérifiez les champs.')
  await press('Annuler', dialog)
  await act('1er étage', 'Modifier')
  await fill({ Désignation: 'Retouché' })
  await save()
  await expect.element(alert).toHaveTextContent('Erreur lors de la mise à jour.')
  await expect.element(field('Désignation')).toHaveValue('Retouché')
})

// spec: ETG-05..ETG-08, ETG-40, ETG-53
test('residence and bloc filter the loaded page without asking the server; a link filters every page', async () => {
  const etages = [
    placed(blocS, { id: 6, designation: 'Terrasse' }),
    placed(blocN, { id: 5, designation: 'Entresol élevé' }),
    ...[4, 3, 2, 1].map((id) => placed(blocS, { id, designation: `Plateau ${id}` })),
    placed(blocN, { id: 7, designation: 'Rez-de-chaussée' }),
  ]
  const server = await renderScreen('/etage', {
    answers: [
      ...LIEUX,
      answer(calls.list, (call) => {
        const in_ = Number(call.query.get('bloc_id'))
        return pageAsked(in_ ? etages.filter(({ bloc_id }) => bloc_id === in_) : etages, call)
      }),
    ],
  })
  const [residence, bloc, search] = [
    page.getByRole('combobox', { name: 'Résidence' }),
    page.getByRole('combobox', { name: 'Bloc' }),
    main.getByRole('searchbox'),
  ]
  await expectCount(cards, 6)
  await expect.element(residence).toHaveValue('Toutes les résidences')
  await expect.element(bloc).toHaveValue('Tous les blocs')
  await choose('Bloc', 'Bloc N (Nord)')
  await expectCount(cards, 1)
  await choose('Résidence', 'Sud')
  await expect.element(bloc).toHaveValue('Tous les blocs')
  await expectCount(cards, 5)
  await expectOptions(bloc, ['Tous les blocs', 'Bloc S'])
  await choose('Bloc', 'Bloc S')
  await search.fill('terrasse')
  await expectCount(cards, 1)
  expect(server.asked('/api/etages')).toEqual(['page=1&per_page=6'])
  await press('Réinitialiser')
  await expect.element(residence).toHaveValue('Toutes les résidences')
  await expect.element(bloc).toHaveValue('Tous les blocs')
  await expect.element(search).toHaveValue('')
  await expectCount(cards, 6)

  await press('Bloc N', card('Entresol élevé'))
  await expect
    .poll(() => window.location.pathname + window.location.search)
    .toBe('/etage?residence=1&bloc=11')
  await expectCount(cards, 2)
  await expect.element(bloc).toHaveValue('Bloc N')
  window.history.back()
  await expectCount(cards, 6)
})

const report: EtageReport = {
  id: 21,
  designation: '1er étage',
  niveau: 1,
  bloc: blocN,
  stats: anOccupation(3, 1),
  appartements: ['101', '102', '103'].map((numLot, n) => ({
    id: n + 1,
    numLot,
    typeLogement: n === 0 ? 'F3' : 'F4',
    bloc: blocN,
    vente_id: null,
    client: n === 0 ? aClientResume({ nomComplet: 'Samira Aït Ahmed' }) : null,
  })),
}
const etage = placed(blocN, {
  id: 21,
  logements_count: 3,
  occupied_logements_count: 1,
  tauxOccupation: 33.33,
})

// spec: ETG-09, ETG-11, ETG-17..ETG-27, ETG-29, ETG-30, ETG-31, ETG-50
test('details give the capacity; the report shows each lot, its buyer and his phone', async () => {
  const nu = { ...report, id: 22, designation: 'Étage nu', stats: anOccupation(), appartements: [] }
  await renderScreen('/etage', {
    answers: [
      ...LIEUX,
      holding(etage, placed(blocN, { id: 22, designation: 'Étage nu' })),
      answer(calls.capacite, { capacite_logement: 4 }),
      answer(calls.report, ({ path }) => (path.includes('/22/') ? nu : report)),
      answer(clientsEndpoints.all, [aClientResume({ nomComplet: 'Samira Aït Ahmed' })]),
    ],
  })
  const shown = card('1er étage')
  await expect.element(shown).toHaveTextContent(/Disponible.*33\.33% occupé/s)
  for (const name of ['Détails', 'Modifier', 'Supprimer', 'Rapport'])
    await expect.element(shown.getByRole('button', { name }).first()).toBeVisible()
  await act('1er étage', 'Détails')
  await expect
    .element(dialogNamed("Détails de l'étage"))
    .toHaveTextContent(
      /Désignation\s:\s*1er étage.*Résidence\s:\s*Nord.*Bloc\s:\s*Bloc N.*Niveau\s:\s*1.*Logements par palier\s:\s*4.*Capacité de logement\s:\s*4/s,
    )
  await key('Escape')

  await act('1er étage', 'Rapport')
  const shownReport = dialogNamed('Rapport détaillé - 1er étage')
  await expect.element(tile('Appartements')).toHaveTextContent(/^3$/)
  await expect.element(tile('Occupés')).toHaveTextContent(/^1$/)
  await expect.element(tile('Occupation %')).toHaveTextContent(/^33\.33%$/)
  await expect
    .element(shownReport.getByRole('progressbar', { name: "Taux d'occupation" }))
    .toHaveAttribute('aria-valuenow', '33.33')
  await said('1 occupés')
  await said('2 disponibles')
  const line = (text: string) => shownReport.getByRole('listitem').filter({ hasText: text })
  await expect
    .element(line('Appartement 101'))
    .toHaveTextContent(/F3 · Bloc N.*Samira Aït Ahmed.*0555 12 34 56/s)
  await expect.element(line('Appartement 102')).toHaveTextContent(/F4 · Bloc N.*Libre/s)
  await shownReport.getByRole('button', { name: 'Fermer' }).last().click()
  await expect.element(dialog).not.toBeInTheDocument()

  await act('Étage nu', 'Rapport')
  await said('Aucun appartement trouvé pour cet étage.')
})

// spec: ETG-11, ETG-50
test('an étage whose lots are all sold is full, and leads to its lots', async () => {
  const full = { ...etage, occupied_logements_count: 3, tauxOccupation: 100 }
  await renderScreen('/etage', {
    answers: [
      ...LIEUX,
      holding(full),
      answer(calls.read, full),
      answer(appartementsEndpoints.list, onePage([])),
    ],
  })
  await expect.element(card('1er étage')).toHaveTextContent(/Saturé.*100\.00% occupé/s)
  await press('1er étage', card('1er étage'))
  await expect
    .poll(() => window.location.pathname + window.location.search)
    .toBe('/appartement?residence=1&bloc=11&etage=21')
  await said('Gestion des Appartements')
})

// spec: ETG-28, ETG-42, ETG-43, ETG-44, ETG-61, ETG-62, ETG-63, ERR-29, ERR-32
test('loading and failing say so in the words of the catalogue; selects that do not load only leave a line', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const list = held(refuse(calls.list, 500))
  const server = await renderScreen('/etage', {
    answers: [refuse(residencesEndpoints.all, 500), refuse(blocsEndpoints.all, 500), list],
  })
  await said('Chargement des étages...')
  list.release()
  await expect.element(alert).toHaveTextContent('Erreur lors du chargement des étages.')
  server.give(holding(etage))
  await press('Réessayer')
  await expect.element(card('1er étage')).toBeVisible()
  const failed = () => logged.mock.calls.filter(([line]) => String(line).includes('lookup failed')).length
  await expect.poll(failed).toBeGreaterThanOrEqual(2)
  await expectCount(alert, 0)

  for (const [call, action, loading, failure] of [
    [calls.capacite, 'Détails', 'Chargement de la capacité...', 'Impossible de calculer la capacité.'],
    [calls.report, 'Rapport', 'Chargement du rapport...', 'Erreur lors du chargement du rapport.'],
  ] as const) {
    const answers = held(refuse(call, 500))
    server.give(answers)
    await act('1er étage', action)
    await said(loading)
    answers.release()
    await expect.element(alert).toHaveTextContent(failure)
    await key('Escape')
    await expect.element(dialog).not.toBeInTheDocument()
  }
  // A client whom the list of clients does not know has no phone.
  server.give(answer(calls.report, report), answer(clientsEndpoints.all, []))
  await act('1er étage', 'Rapport')
  await expect
    .element(dialog.getByRole('listitem').filter({ hasText: 'Appartement 101' }))
    .toHaveTextContent(/Samira Aït Ahmed.*N\/A/s)
})

// spec: ERR-33, ERR-34
test('what is not deleted says why; what is changed is said for three seconds', async () => {
  const server = await renderScreen('/etage', {
    answers: [...LIEUX, holding({ ...etage, logements_count: 1 })],
  })
  const refused = 'Impossible de supprimer cet étage : il contient 1 appartement, dont 1 vendu.'
  for (const [failure, sentence] of [
    [refuse(calls.remove, 409, { message: refused }), refused],
    [refuse(calls.remove, 500), 'Erreur lors de la suppression.'],
  ] as const) {
    server.give(failure)
    await act('1er étage', 'Supprimer')
    // spec: EC-43
    await expect.element(dialog).toHaveTextContent("Il contient 1 appartement : supprimez-le d'abord.")
    await expect.element(dialog.getByRole('link', { name: 'Voir les appartements' })).toBeVisible()
    await press('Supprimer', dialog)
    await expect.element(alert).toHaveTextContent(sentence)
    await expect.element(dialog).not.toBeInTheDocument()
    await press('Fermer le message')
  }
  server.give(answer(calls.update, { ...etage, message: 'Étage modifié avec succès !' }))
  await act('1er étage', 'Modifier')
  await expect.element(field('Bloc')).toHaveValue('Bloc N')
  freeze()
  await save()
  await expectGoneAfter(page.getByText('Étage modifié avec succès !'), 3000)
})
