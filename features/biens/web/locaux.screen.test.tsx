import { expect, test } from 'vitest'
import { aLocal } from '#features/biens/biens.objects.ts'
import { locauxEndpoints as calls } from '#features/biens/locaux.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { aClient, aClientResume } from '#features/clients/clients.objects.ts'
import { reglages } from '#features/echeanciers/echeanciers.objects.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { aPaiement, aSolde } from '#features/paiements/paiements.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { expectGoneAfter, freeze } from '#test/harness/screens/clock.ts'
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
  page,
  press,
  said,
  save,
} from '#test/harness/screens/screen.ts'

const lieu = (id: number, nom: string) => {
  const residence = { id, nom }
  return { residence, bloc: { id: 10 + id, nomloc: `Bloc ${nom}`, residence_id: id, residence } }
}
const [nord, sud] = [lieu(1, 'Nord'), lieu(2, 'Sud')]
const LIEUX = [
  answer(residencesEndpoints.all, [nord.residence, sud.residence]),
  answer(
    blocsEndpoints.all,
    [nord, sud].map(({ bloc }) => ({ ...bloc, description: '' })),
  ),
  answer(blocsEndpoints.ofResidence, ({ path }) =>
    [nord, sud]
      .filter(({ residence }) => path.includes(`/${residence.id}/`))
      .map(({ bloc }) => ({ ...bloc, description: '' })),
  ),
]
const inNord = (given: Parameters<typeof aLocal>[0] = {}) =>
  aLocal({ bloc_id: nord.bloc.id, bloc: nord.bloc, ...given })
const holding = (...locaux: ReturnType<typeof aLocal>[]) => answer(calls.list, onePage(locaux))
const act = (num: string, name: string) => card(`Local ${num}`).getByRole('button', { name }).first()

// spec: SHELL-06, LOC-01, LOC-02, LOC-14, LOC-16, LOC-18, LOC-21, LOC-41..LOC-44, LOC-47..LOC-54, LOC-59..LOC-61, LOC-66, LOC-67, LOC-70, LOC-71
test('a local is added field by field, changed and deleted; its bloc follows its residence', async () => {
  const server = await renderScreen('/locaux', { answers: [...LIEUX, holding()] })
  await said('Aucun local disponible.')
  await button('Ajouter un local').first().click()
  await expect.element(field('Bloc')).toBeDisabled()
  await save()
  for (const text of [
    'Veuillez sélectionner une résidence.',
    'Veuillez sélectionner un bloc.',
    'Le numéro est obligatoire.',
    'La surface est obligatoire.',
    'Le montant est obligatoire.',
  ])
    await said(text)
  expect(server.changes()).toEqual([])
  await choose('Résidence', 'Nord', dialog)
  await choose('Bloc', 'Bloc Nord', dialog)
  await choose('Résidence', 'Sud', dialog)
  await expect.element(field('Bloc')).toHaveValue('')
  await save()
  await said('Veuillez sélectionner un bloc.')
  await expectOptions(field('Bloc'), ['Bloc Sud'])
  await choose('Résidence', 'Nord', dialog)
  await choose('Bloc', 'Bloc Nord', dialog)
  await fill({ Numéro: 'L-1', 'Surface (m²)': '45,55', Montant: '1250000,75' })
  for (const name of ['Surface (m²)', 'Montant'])
    await expect.element(field(name)).toHaveAttribute('step', '0.01')
  const local = inNord({ id: 7, num: 'L-1', surface: 45_55, montant: 1_250_000_75 })
  server.give(
    answer(calls.create, { ...local, numero_suivant: 'L-2', message: 'Local ajouté avec succès !' }),
    holding(local),
  )
  await save()
  await said('Local ajouté avec succès !')
  await expect
    .element(card('Local L-1'))
    .toHaveTextContent(
      /Local L-1.*Aucune description.*Disponible.*45,55\sm².*1\s250\s000,75\sDA.*Nord.*Bloc Nord.*Aucun client/s,
    )
  await act('L-1', 'Modifier').click()
  await expect.element(dialogNamed('Modifier le local')).toBeVisible()
  await fill({ Numéro: 'L-2', Description: 'Angle de rue' })
  const changed = { ...local, num: 'L-2', description: 'Angle de rue', version: 2 }
  server.give(answer(calls.update, { ...changed, message: 'Local modifié avec succès !' }), holding(changed))
  await save()
  await said('Local modifié avec succès !')
  await expect.element(card('Local L-2')).toHaveTextContent('Angle de rue')
  await act('L-2', 'Supprimer').click()
  await expect
    .element(dialog)
    .toHaveTextContent(/vouloir supprimer le local L-2 \? Cette action est\s+définitive\./)
  server.give(answer(calls.remove, { message: 'Local supprimé avec succès !' }), holding())
  await press('Supprimer', dialog)
  await said('Local supprimé avec succès !')
  await expectCount(cards, 0)
  const body = {
    residence_id: 1,
    bloc_id: 11,
    num: 'L-1',
    surface: 45.55,
    montant: 1250000.75,
  }
  expect(server.changes().map((call) => call.body)).toEqual([
    { ...body, client_id: null, estDispo: true },
    { ...body, num: 'L-2', description: 'Angle de rue', version: 1 },
    undefined,
  ])
})

test('several locaux are added in a row: the bloc stays, the number that the server proposes is taken', async () => {
  const added = inNord({ id: 8, num: 'S-1' })
  const server = await renderScreen('/locaux?residence=1&bloc=11', {
    answers: [
      ...LIEUX,
      holding(added),
      answer(calls.create, { ...added, numero_suivant: 'S-3', message: 'Local ajouté avec succès !' }),
    ],
  })
  await button('Ajouter un local').click()
  await fill({ Numéro: 'S-1', 'Surface (m²)': '20', Montant: '500000' })
  await press('Enregistrer et ajouter un autre', dialog)
  await expect.element(field('Numéro')).toHaveValue('S-3')
  await expect.element(field('Numéro')).toHaveFocus()
  await expect.element(field('Surface (m²)')).toHaveValue('')
  await expect.element(field('Bloc')).toHaveValue('Bloc Nord')
  await press('Annuler', dialog)
  expect(server.changes()).toHaveLength(1)
})

const buyer = aClientResume({ id: 3, nomComplet: 'Amina Haddad' })
const free = inNord({ id: 7, num: 'V-1' })
const sold = inNord({
  id: 7,
  num: 'V-1',
  client_id: 3,
  client: buyer,
  estDispo: false,
  etat_bien: 'vendu',
  vente_id: 9,
})

// spec: LOC-15, LOC-16, LOC-19, LOC-20, LOC-36..LOC-40, LOC-72, ERR-53, LIM-03
test('a local is sold to one client, who may have been faster', async () => {
  const server = await renderScreen('/locaux', {
    answers: [
      ...LIEUX,
      holding(free),
      answer(clientsEndpoints.all, [buyer]),
      answer(clientsEndpoints.read, aClient(buyer)),
    ],
  })
  await act('V-1', 'Assigner un client').click()
  const submit = dialog.getByRole('button', { name: 'Assigner', exact: true })
  await said('Veuillez sélectionner un client.')
  await expect.element(submit).toBeDisabled()
  await choose('Client', 'Amina Haddad · 0555 12 34 56', dialog)
  await expect.element(submit).toBeEnabled()
  const refused = 'Ce local est déjà assigné à un client.'
  server.give(refuse(calls.assigner, 409, { message: refused }), holding(sold))
  await submit.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(refused)
  await press('Annuler', dialog)
  // Read again after the refusal.
  await expect.element(card('Local V-1')).toHaveTextContent(/Vendu.*Amina Haddad/s)
  await expectCount(act('V-1', 'Assigner un client'), 0)

  const again = await renderScreen('/locaux', {
    answers: [
      ...LIEUX,
      holding(free),
      answer(clientsEndpoints.all, [buyer]),
      answer(clientsEndpoints.read, aClient(buyer)),
      answer(calls.assigner, { ...sold, local: sold, message: 'Client assigné avec succès !' }),
    ],
  })
  await act('V-1', 'Assigner un client').click()
  await choose('Client', 'Amina Haddad · 0555 12 34 56', dialog)
  again.give(holding(sold))
  freeze()
  await submit.click()
  await expectGoneAfter(page.getByText('Client assigné avec succès !', { exact: true }), 3000)
  await expect.element(card('Local V-1')).toHaveTextContent('Vendu')
})

// spec: CO-12, LOC-40
test.each([
  [
    1,
    /elle supprime 1 versement pour 300,00\sDA\..*1 versement quittera son mois, déclaré ou non\. Un désistement le garde\./s,
  ],
  [
    2,
    /elle supprime 2 versements pour 600,00\sDA\..*2 versements quitteront leurs mois, déclarés ou non\. Un désistement les garde\./s,
  ],
])('« Retirer » of a local says that %s of its payments leave their months', async (combien, dit) => {
  const lignes = Array.from({ length: combien }, (_, at) => aPaiement({ id: 31 + at }))
  await renderScreen('/locaux', {
    answers: [...LIEUX, holding(sold), answer(paiementsEndpoints.soldeLocal, aSolde({ lignes }))],
  })
  await act('V-1', 'Retirer le client').click()
  await expect.element(dialogNamed('Retirer le client')).toHaveTextContent(dit)
})

test('« Retirer » of a local without payment says nothing of months', async () => {
  await renderScreen('/locaux', {
    answers: [...LIEUX, holding(sold), answer(paiementsEndpoints.soldeLocal, aSolde({ lignes: [] }))],
  })
  await act('V-1', 'Retirer le client').click()
  await expect.element(dialog).toHaveTextContent("Aucun versement n'est enregistré pour cette vente.")
  await expect.element(dialog).not.toHaveTextContent('déclaré')
})

// spec: CO-03, CO-04
test('the sale form says what falls due today, and what is late, of the échéancier it makes', async () => {
  const modele = {
    id: 4,
    nom: 'À la réservation',
    par_defaut: true,
    lignes: [
      ['Réservation', 30, 'reservation', null] as const,
      ['Fondations', 20, 'stade', 1] as const,
      ['Contrat', 50, 'contrat', null] as const,
    ].map(([libelle, pourcent, declencheur, stade_id]) => ({
      libelle,
      libelle_ar: null,
      pourcent,
      declencheur,
      stade_id,
      nombre: 1,
      pas_mois: 1,
    })),
  }
  await renderScreen('/locaux', {
    answers: [
      ...LIEUX,
      holding({ ...free, montant: 1_000_000_00 }),
      answer(clientsEndpoints.all, [buyer]),
      reglages({ modeles: [modele] }),
    ],
  })
  await act('V-1', 'Assigner un client').click()
  await expect.element(dialog).toHaveTextContent(/300\s000,00\sDA seront exigibles aujourd'hui\./)
  await expect.element(dialog).not.toHaveTextContent('en retard dès')
  await field('Date de réservation').fill('05/01/2026')
  await expect.element(dialog).toHaveTextContent(/300\s000,00\sDA seront en retard dès aujourd'hui\./)
  await expect.element(dialog).not.toHaveTextContent('seront exigibles')
})
