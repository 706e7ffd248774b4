import { expect, test } from 'vitest'
import { appartementsEndpoints } from '#features/biens/appartements.contract.ts'
import { anAppartement, aLocal } from '#features/biens/biens.objects.ts'
import { locauxEndpoints } from '#features/biens/locaux.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, anEtage } from '#features/structure/structure.objects.ts'
import { answer, held, refuse } from '#test/harness/screens/answers.ts'
import { expectGoneAfter, freeze } from '#test/harness/screens/clock.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  button,
  card,
  choose,
  dialog,
  field,
  fill,
  main,
  press,
  save,
} from '#test/harness/screens/screen.ts'

const buyer = aClientResume({ id: 3, nomComplet: 'Échoué' })
const sold = { client_id: 3, client: buyer, estDispo: false, etat_bien: 'vendu', vente_id: 9 } as const
const LIEUX = [
  answer(residencesEndpoints.all, [{ id: 1, nom: 'Les Pins' }]),
  answer(blocsEndpoints.all, [aBloc()]),
  answer(blocsEndpoints.ofResidence, [aBloc()]),
  answer(etagesEndpoints.all, [anEtage()]),
  answer(etagesEndpoints.ofBloc, [anEtage()]),
  refuse(etagesEndpoints.report, 404),
  answer(clientsEndpoints.all, [buyer]),
  answer(clientsEndpoints.read, aClient(buyer)),
  refuse(paiementsEndpoints.soldeAppartement, 404),
  refuse(paiementsEndpoints.soldeLocal, 404),
]

const APPARTEMENTS = {
  noun: 'appartement',
  address: '/appartement',
  mot: 'Appartement',
  calls: appartementsEndpoints,
  shown: answer(
    appartementsEndpoints.list,
    onePage([anAppartement({ numLot: 'E-1' }), anAppartement({ id: 2, numLot: 'E-2', ...sold })]),
  ),
  add: 'Ajouter un appartement',
  numero: 'Numéro de lot',
  within: ['Bloc A', '1er étage'],
  fields: {
    'Numéro de lot': 'X',
    'Type de logement': 'F1',
    'Surface habitable': '1',
    'Surface utile': '1',
    'Montant total': '1',
  },
  deletionFailed: "Erreur lors de la suppression de l'appartement.",
}
const LOCAUX = {
  noun: 'local',
  address: '/locaux',
  mot: 'Local',
  calls: locauxEndpoints,
  shown: answer(
    locauxEndpoints.list,
    onePage([aLocal({ num: 'E-1' }), aLocal({ id: 2, num: 'E-2', ...sold })]),
  ),
  add: 'Ajouter un local',
  numero: 'Numéro',
  within: ['Bloc A'],
  fields: { Numéro: 'X', 'Surface (m²)': '1', Montant: '1' },
  deletionFailed: 'Erreur lors de la suppression du local.',
}

const UNLOADED = [
  ['residences', residencesEndpoints.all, 'Erreur lors du chargement des résidences.', 5000],
  ['blocs', blocsEndpoints.all, 'Erreur lors du chargement des blocs.', 5000],
  ['étages', etagesEndpoints.all, 'Erreur lors du chargement des étages.', 5000],
  ['clients', clientsEndpoints.all, 'Erreur lors du chargement des clients.', 5000],
  ['appartements', appartementsEndpoints.list, 'Erreur lors du chargement des appartements.', 5000],
  ['locaux', locauxEndpoints.list, 'Erreur lors du chargement des locaux.', 3000],
] as const
const CASES = UNLOADED.flatMap(([list, call, text, ms]) =>
  [APPARTEMENTS, LOCAUX]
    .filter(({ noun }) => (noun === 'appartement' ? list !== 'locaux' : !/étages|appartements/.test(list)))
    .map(({ address }) => ({ address, list, call, text, ms })),
)

// spec: ERR-35..ERR-38, ERR-49..ERR-51, LIM-05, LIM-06
test.each(CASES)(
  '$address says so, as long as it should, when its $list do not load',
  async ({ address, call, text, ms }) => {
    const failure = held(refuse(call, 500))
    await renderScreen(address, { answers: [...LIEUX, APPARTEMENTS.shown, LOCAUX.shown, failure] })
    await expect.element(main.getByRole('searchbox')).toBeVisible()
    freeze()
    failure.release()
    await expectGoneAfter(alert.filter({ hasText: text }), ms)
  },
)

// spec: ERR-40..ERR-44, ERR-52, ERR-54..ERR-56, LIM-10
test.each([APPARTEMENTS, LOCAUX])(
  'each refused or failed call of $noun says so in French and keeps what was typed',
  async ({ address, mot, calls, shown, add, numero, within, fields, deletionFailed }) => {
    const failing = [calls.create, calls.update, calls.remove, calls.assigner, calls.retirer]
    const server = await renderScreen(`${address}?residence=1`, {
      answers: [...LIEUX, shown, ...failing.map((call) => refuse(call, 500))],
    })
    const act = (lot: string, name: string) =>
      card(`${mot} ${lot}`).getByRole('button', { name }).first().click()
    const told = (text: string) => expect.element(alert).toHaveTextContent(text)
    await act('E-1', 'Modifier')
    await fill({ [numero]: 'E-9' })
    await save()
    await told('Erreur lors de la mise à jour. Vérifiez que tous les champs sont valides.')
    await expect.element(field(numero)).toHaveValue('E-9')
    await press('Annuler', dialog)
    await button(add).click()
    for (const [at, option] of within.entries()) await choose(['Bloc', 'Étage'][at] ?? '', option, dialog)
    await fill(fields)
    await save()
    await told('Erreur lors de la création. Vérifiez que tous les champs sont valides.')
    await press('Annuler', dialog)
    await act('E-1', 'Assigner un client')
    await choose('Client', 'Échoué · 0555 12 34 56', dialog)
    await press(/^Assigner$/, dialog)
    await told("Erreur lors de l'assignation du client.")
    await press('Annuler', dialog)
    await act('E-2', 'Retirer le client')
    await press('Retirer le client', dialog)
    await told('Erreur lors du retrait du client.')
    await act('E-1', 'Supprimer')
    await press('Supprimer', dialog)
    await told(deletionFailed)
    expect(
      server.changes().map(({ method, path }) => `${method} ${path.split('/').slice(3).join('/')}`),
    ).toEqual(['PUT 1', 'POST ', 'PUT 1/assigner-client', 'PUT 2/retirer-client', 'DELETE 1'])
  },
)

test('what the server refuses of an appartement stands at its field; a local that is sold says what keeps it', async () => {
  const taken = 'Ce numéro de lot existe déjà à cet étage.'
  await renderScreen('/appartement', {
    answers: [
      ...LIEUX,
      APPARTEMENTS.shown,
      refuse(appartementsEndpoints.update, 422, { message: taken, errors: { numLot: [taken] } }),
    ],
  })
  await press('Modifier', card('Appartement E-1'))
  await fill({ 'Numéro de lot': 'e-2' })
  await save()
  await expect.element(field('Numéro de lot')).toHaveAccessibleDescription(taken)

  const kept = 'Impossible de supprimer ce local : un client y est rattaché.'
  await renderScreen('/locaux', {
    answers: [...LIEUX, LOCAUX.shown, refuse(locauxEndpoints.remove, 409, { message: kept })],
  })
  await press('Supprimer', card('Local E-2'))
  await expect.element(dialog).toHaveTextContent(/Le client Échoué y est rattaché.*refusée/s)
  await press('Supprimer', dialog)
  await expect.element(alert).toHaveTextContent(kept)
})
