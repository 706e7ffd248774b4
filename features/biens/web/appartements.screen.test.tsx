import { expect, test } from 'vitest'
import { appartementsEndpoints as calls } from '#features/biens/appartements.contract.ts'
import { anAppartement } from '#features/biens/biens.objects.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { documentsEndpoints } from '#features/papiers/papiers.contract.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints, type EtageReport } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { anEtage, anOccupation } from '#features/structure/structure.objects.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
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
  press,
  said,
  save,
  type,
  valueOf,
} from '#test/harness/screens/screen.ts'

/** Two residences of one bloc of one étage each, named after them. */
const lieu = (id: number, nom: string) => {
  const residence = { id, nom }
  const bloc = { id: 10 + id, nomloc: `Bloc ${nom}`, residence_id: id, residence }
  const etage = { id: 20 + id, designation: `Étage ${nom}`, bloc_id: bloc.id, bloc }
  return { residence, bloc, etage }
}
const [nord, sud] = [lieu(1, 'Nord'), lieu(2, 'Sud')]
const of = (path: string, id: number) => path.includes(`/${id}/`)
/** The étage with lots of these numbers, among which the next one is looked for. */
function etageWith(...numbers: string[]): EtageReport {
  const appartements = numbers.map((numLot, id) => ({
    id,
    numLot,
    typeLogement: 'F4',
    bloc: nord.bloc,
    vente_id: null,
    client: null,
  }))
  return { ...nord.etage, niveau: 1, stats: anOccupation(numbers.length), appartements }
}
const LIEUX = [
  answer(residencesEndpoints.all, [nord.residence, sud.residence]),
  answer(
    blocsEndpoints.all,
    [nord, sud].map(({ bloc }) => ({ ...bloc, description: '' })),
  ),
  answer(blocsEndpoints.ofResidence, ({ path }) =>
    [nord, sud]
      .filter(({ residence }) => of(path, residence.id))
      .map(({ bloc }) => ({ ...bloc, description: '' })),
  ),
  answer(etagesEndpoints.ofBloc, ({ path }) =>
    [nord, sud]
      .filter(({ bloc }) => of(path, bloc.id))
      .map(({ etage }) => ({ ...etage, niveau: 1, logement_par_palier: 4 })),
  ),
  answer(etagesEndpoints.report, etageWith()),
  answer(etagesEndpoints.read, anEtage({ ...nord.etage })),
]
const inNord = (given: Parameters<typeof anAppartement>[0] = {}) =>
  anAppartement({ etage_id: nord.etage.id, etage: nord.etage, bloc: nord.bloc, ...given })
const holding = (...lots: ReturnType<typeof anAppartement>[]) => answer(calls.list, onePage(lots))
const act = (lot: string, name: string) => card(`Appartement ${lot}`).getByRole('button', { name }).first()

// spec: SHELL-04, SHELL-06, LIM-12, IN-29, APT-01, APT-02, APT-14, APT-15, APT-17, APT-26, APT-27, APT-29, APT-36..APT-38, APT-43..APT-49, APT-51..APT-54, APT-65, APT-66, APT-69, APT-75, APT-76
test('an appartement is added field by field, changed and deleted; étage follows bloc follows residence', async () => {
  const server = await renderScreen('/appartement', { answers: [...LIEUX, holding()] })
  await said('Aucun appartement disponible.')
  await button('Ajouter un appartement').first().click()
  const [residence, bloc, etage] = [field('Résidence'), field('Bloc'), field('Étage')]
  await expect
    .element(field('Surface utile'))
    .toHaveAccessibleDescription("Balcons, loggias, séchoir : s'ajoute à l'habitable.")
  await expect.element(bloc).toBeDisabled()
  await expect.element(etage).toBeDisabled()
  await save()
  for (const text of [
    'Veuillez sélectionner une résidence.',
    'Veuillez sélectionner un bloc.',
    'Veuillez sélectionner un étage.',
    'Le numéro de lot est obligatoire.',
    'Le type de logement est obligatoire.',
    'La surface habitable est obligatoire.',
    'La surface utile est obligatoire.',
    'Le montant est obligatoire.',
  ])
    await said(text)
  expect(server.changes()).toEqual([])
  await choose('Résidence', 'Nord', dialog)
  await expect.element(etage).toBeDisabled()
  await choose('Bloc', 'Bloc Nord', dialog)
  await choose('Étage', 'Étage Nord', dialog)
  await choose('Résidence', 'Sud', dialog)
  await expect.element(bloc).toHaveValue('')
  await expect.element(etage).toHaveValue('')
  await expect.element(etage).toBeDisabled()
  await expectOptions(bloc, ['Bloc Sud'])
  await choose('Résidence', 'Nord', dialog)
  await choose('Bloc', 'Bloc Nord', dialog)
  await choose('Étage', 'Étage Nord', dialog)
  await expect.element(residence).toHaveValue('Nord')
  await fill({
    'Numéro de lot': 'A-1',
    'Type de logement': 'F3 traversant',
    'Surface habitable': '80,55',
    'Surface utile': '85',
    'Montant total': '1250000,75',
  })
  const doute = dialog.getByText(
    "Total 165,55 m². Si l'utile comprend déjà l'habitable, saisissez la différence.",
  )
  await expect.element(doute).toBeVisible()
  await press('Mettre 4,45', dialog)
  await expect.poll(() => valueOf(field('Surface utile'))).toBe('4,45 m²')
  await expect.element(field('Surface utile')).toHaveFocus()
  await expect.element(doute).not.toBeInTheDocument()
  await fill({ 'Surface utile': '12.5' })
  for (const name of ['Surface habitable', 'Surface utile', 'Montant total', 'Montant 1', 'Montant 2'])
    await expect.element(field(name)).toHaveAttribute('step', '0.01')
  const lot = inNord({
    id: 7,
    numLot: 'A-1',
    typeLogement: 'F3 traversant',
    surfaceHabitable: 80_55,
    surfaceUtile: 12_50,
    montant: 1_250_000_75,
  })
  server.give(answer(calls.create, { ...lot, message: 'Appartement ajouté avec succès !' }), holding(lot))
  await save()
  await said('Appartement ajouté avec succès !')
  const shown = card('Appartement A-1')
  await expect
    .element(shown)
    .toHaveTextContent(/Appartement A-1.*F3 traversant.*Disponible.*Nord.*Bloc Nord.*Étage Nord/s)
  await expect.element(shown).not.toHaveTextContent(/Prix|Reste à payer|DA/)
  await expectCount(shown.getByRole('progressbar'), 0)

  await act('A-1', 'Modifier').click()
  await expect.element(dialogNamed("Modifier l'appartement")).toBeVisible()
  await expect.poll(() => valueOf(field('Montant total'))).toBe('1 250 000,75 DA')
  await fill({ 'Numéro de lot': 'A-2', 'Montant 1': '500000' })
  const changed = { ...lot, numLot: 'A-2', montant1: 500_000_00, version: 2 }
  server.give(
    answer(calls.update, { ...changed, message: 'Appartement modifié avec succès !' }),
    holding(changed),
  )
  await save()
  await said('Appartement modifié avec succès !')

  await act('A-2', 'Supprimer').click()
  await expect
    .element(dialog)
    .toHaveTextContent(
      /Êtes-vous sûr de vouloir supprimer l'appartement A-2 \? Cette action est\s+définitive\./,
    )
  server.give(answer(calls.remove, { message: 'Appartement supprimé avec succès !' }), holding())
  await press('Supprimer', dialog)
  await said('Appartement supprimé avec succès !')
  await expectCount(cards, 0)
  // All of it: no optional amount, no client, no plan.
  const body = {
    numLot: 'A-1',
    typeLogement: 'F3 traversant',
    surfaceHabitable: '80.55',
    surfaceUtile: '12.5',
    montant: '1250000.75',
    residence_id: '1',
    bloc_id: '11',
    etage_id: '21',
  }
  expect(server.sent()).toEqual([
    ['POST', '/api/appartements', body],
    ['PUT', '/api/appartements/7', { ...body, numLot: 'A-2', montant1: '500000', version: '1' }],
    ['DELETE', '/api/appartements/7', undefined],
  ])
  expect(server.asked('/api/appartements').length).toBeGreaterThanOrEqual(4)
})

const buyer = aClientResume({ id: 3, nomComplet: 'Amina Haddad' })
const sold = (paid = 0) =>
  inNord({
    id: 7,
    numLot: 'V-1',
    montant: 1_000_000_00,
    client_id: buyer.id,
    client: buyer,
    estDispo: false,
    etat_bien: 'vendu',
    vente_id: 9,
    dossier: '2026-D-0009',
    resteAPayer: 1_000_000_00 - paid * 10_000_00,
    pourcentagePaiement: paid,
  })

// spec: APT-13, APT-16, APT-20, APT-21, APT-28, APT-30, APT-34, APT-39..APT-42, APT-55, APT-77
test('a lot is sold, and its client is taken away; each action is offered in its state', async () => {
  const free = inNord({ id: 7, numLot: 'V-1' })
  const server = await renderScreen('/appartement', {
    answers: [
      ...LIEUX,
      holding(free),
      answer(clientsEndpoints.all, [buyer]),
      refuse(paiementsEndpoints.soldeAppartement, 404),
      refuse(documentsEndpoints.list, 503),
    ],
  })
  await expect.element(act('V-1', 'Assigner un client')).toBeVisible()
  await expectCount(act('V-1', 'Retirer le client'), 0)
  await act('V-1', 'Assigner un client').click()
  await press(/^Assigner$/, dialog)
  await said('Veuillez sélectionner un client.')
  await choose('Client', 'Amina Haddad · 0555 12 34 56', dialog)
  server.give(
    answer(calls.assigner, { ...sold(), appartement: sold(), message: 'Client assigné avec succès !' }),
    answer(clientsEndpoints.read, aClient(buyer)),
    holding(sold()),
  )
  await press(/^Assigner$/, dialog)
  await said('Client assigné avec succès !')
  expect(server.changes().at(-1)).toMatchObject({
    path: '/api/appartements/7/assigner-client',
    body: { client_id: 3 },
  })
  const shown = card('Appartement V-1')
  await expect
    .element(shown)
    .toHaveTextContent(/Vendu.*Amina Haddad.*1\s000\s000,00\sDA.*Reste à payer.*1\s000\s000,00\sDA/s)
  await expectCount(act('V-1', 'Assigner un client'), 0)

  await act('V-1', 'Retirer le client').click()
  const confirm = dialogNamed('Retirer le client')
  await expect.element(confirm).toHaveTextContent(/retirer le client Amina Haddad de l'appartement V-1 \?/)
  await press('Annuler', confirm)
  await expect.element(shown).toHaveTextContent('Vendu')
  await act('V-1', 'Retirer le client').click()
  server.give(
    answer(calls.retirer, { ...free, appartement: free, message: 'Client retiré avec succès !' }),
    holding(free),
  )
  await press('Retirer le client', confirm)
  await said('Client retiré avec succès !')
  expect(server.sent().at(-1)).toEqual(['PUT', '/api/appartements/7/retirer-client', undefined])
  await expect.element(shown).toHaveTextContent('Disponible')
  await expect.element(shown).not.toHaveTextContent('Amina Haddad')
})

// spec: APT-35, APT-75
test.each([
  [24, 'red'],
  [25, 'yellow'],
  [49, 'yellow'],
  [50, 'blue'],
  [89, 'blue'],
  [90, 'green'],
])('%i % paid of a lot is a bar in %s', async (percent, tone) => {
  await renderScreen('/appartement', { answers: [...LIEUX, holding(sold(percent))] })
  const bar = card('Appartement V-1').getByRole('progressbar')
  await expect.element(bar).toHaveAttribute('aria-valuenow', String(percent))
  expect(bar.element().closest('[data-tone]')?.getAttribute('data-tone')).toBe(tone)
  const left = new Intl.NumberFormat('fr-FR').format((100 - percent) * 10_000).replaceAll(/\s/g, '\\s')
  await expect.element(card('Appartement V-1')).toHaveTextContent(new RegExp(`${left},00\\sDA`))
})

test('lots are added in a row by keyboard alone: place and type stay, the next free number is proposed', async () => {
  const taken = ['S-10']
  const server = await renderScreen('/appartement?residence=1&bloc=11&etage=21', {
    answers: [
      ...LIEUX,
      holding(),
      answer(etagesEndpoints.report, () => etageWith(...taken)),
      answer(calls.create, ({ body }) => {
        const numLot =
          typeof body === 'object' && body !== null && 'numLot' in body ? String(body.numLot) : ''
        taken.push(numLot)
        return { ...inNord({ numLot }), message: 'Appartement ajouté avec succès !' }
      }),
    ],
  })
  await expect.element(button('Ajouter un appartement').first()).toBeVisible()
  button('Ajouter un appartement').first().element().focus()
  await key('Enter')
  await expect.element(field('Étage')).toHaveValue('Étage Nord')
  // The fields that the filters have filled in are not gone through again.
  const numero = field('Numéro de lot')
  await expect.element(numero).toHaveFocus()
  await type('S-08')
  await key('Tab')
  await type('F4')
  for (const next of ['S-09', 'S-11', null]) {
    for (const value of ['80,5', '12', '1250000']) {
      await key('Tab')
      await type(value)
    }
    await key(next === null ? 'Enter' : 'Control+Enter')
    if (next === null) break
    await expect.element(numero).toHaveValue(next)
    await expect.element(numero).toHaveFocus()
    await expect.element(field('Surface habitable')).toHaveValue('')
    await expect.element(field('Type de logement')).toHaveValue('F4')
    await key('Tab')
  }
  await expect.element(dialog).not.toBeInTheDocument()
  const sent = {
    typeLogement: 'F4',
    surfaceHabitable: '80.5',
    surfaceUtile: '12',
    montant: '1250000',
    etage_id: '21',
  }
  expect(server.changes().map(({ body }) => body)).toMatchObject([
    { numLot: 'S-08', ...sent },
    { numLot: 'S-09', ...sent },
    { numLot: 'S-11', ...sent },
  ])
})
