import { expect, test } from 'vitest'
import { aStadeDuBloc, STADES } from '#features/echeanciers/echeanciers.objects.ts'
import { previsionsEndpoints, type BlocPrevu } from '#features/echeanciers/previsions.contract.ts'
import { stadesEndpoints, type StadeDuBloc } from '#features/echeanciers/stades.contract.ts'
import { appelsEndpoints } from '#features/papiers/appels.contract.ts'
import { lesAppels } from '#features/papiers/appels.objects.ts'
import { blocsEndpoints } from '#features/structure/blocs.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import { aBloc, aResidence } from '#features/structure/structure.objects.ts'
import { expectWholeAndAccessible } from '#test/harness/screens/accessible.ts'
import { answer, refuse } from '#test/harness/screens/answers.ts'
import { readAgain } from '#test/harness/screens/every.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  actOn,
  card,
  dialog,
  dialogNamed,
  expectCount,
  field,
  key,
  page,
  plain,
  press,
  said,
} from '#test/harness/screens/screen.ts'

const HOSTILE = '<img src=x onerror=alert(1)> بناية ج'
const stade = (rang: number) => {
  const found = STADES[rang]
  if (!found) throw new Error(`no stade ${rang}`)
  return found
}
const [fondations, gros, corps] = [stade(0), stade(1), stade(2)]

/** Fondations were reached, later than foreseen; two lines wait for Gros œuvre, one for the delivery. */
const duBloc = (given: { gros?: string | null; corps?: string | null; livraison?: string | null } = {}) => ({
  data: [
    { ...aStadeDuBloc(fondations, '2026-09-09'), prevu_le: '2026-06-01', note_par: 'Karim Benali' },
    {
      ...aStadeDuBloc(gros, null),
      prevu_le: given.gros ?? null,
      echeances_en_attente: 2,
      montant_en_attente: 4_000_000_00,
    },
    { ...aStadeDuBloc(corps, null), prevu_le: given.corps ?? null },
  ] satisfies StadeDuBloc[],
  livraison: {
    prevue_le: given.livraison ?? null,
    echeances_en_attente: 1,
    montant_en_attente: 500_000_00,
  },
})
const bloc = aBloc({ nomloc: HOSTILE })
const LISTE = [answer(blocsEndpoints.list, onePage([bloc])), answer(appelsEndpoints.list, lesAppels([]))]
const BLOCS = [...LISTE, answer(stadesEndpoints.list, duBloc({ livraison: '2027-12-01' }))]
const etape = (nom: string) => dialog.getByRole('listitem').filter({ hasText: nom })
const prevu = (nom: string) => field(`Prévu le, ${nom}`)
const ENREGISTRER = 'Enregistrer les dates prévues'
const enregistrees = 'Dates prévues enregistrées avec succès !'
const previsions = (data: BlocPrevu[]) => answer(previsionsEndpoints.update, { data, message: enregistrees })
const openStades = async (...given: Parameters<typeof renderScreen>) => {
  const server = await renderScreen(...given)
  await actOn(card(HOSTILE), /^Stades de/)
  await expect.element(dialog).toHaveTextContent('Livraison du bloc')
  return server
}

// spec: CO-05, CO-07
test('the stades of a bloc have their foreseen days, the delivery last; only what differs is sent', async () => {
  const server = await openStades('/bloc', { answers: BLOCS })
  const titres = dialog
    .getByRole('listitem')
    .elements()
    .map((one) => one.querySelector('strong')?.textContent)
  expect(titres).toEqual([fondations.nom, gros.nom, corps.nom, 'Livraison du bloc'])
  await expect.element(etape(fondations.nom)).toHaveTextContent('Atteint le 09/09/2026, prévu le 01/06/2026')
  await expectCount(dialog.getByRole('textbox'), 3)
  await expect
    .poll(() => plain(etape('Livraison du bloc').element().textContent))
    .toContain('1 échéance attend la livraison, 500 000,00 DA')
  await prevu(gros.nom).fill('15/06/2027')
  await key('Tab')
  await prevu(corps.nom).fill('01/06/2027')
  await key('Tab')
  await said(`${corps.nom} est prévu avant ${gros.nom}.`)
  await prevu('Livraison du bloc').fill('01/05/2027')
  await key('Tab')
  await said(`La livraison du bloc est prévue avant ${corps.nom}.`)
  // Escape loses nothing that is typed.
  await key('Escape')
  await expect.element(dialog).toBeVisible()
  server.give(refuse(previsionsEndpoints.update, 500))
  await press(ENREGISTRER, dialog)
  await said("Erreur lors de l'enregistrement des dates prévues.")
  server.give(
    previsions([]),
    answer(
      stadesEndpoints.list,
      duBloc({ gros: '2027-06-15', corps: '2027-06-01', livraison: '2027-05-01' }),
    ),
  )
  await press(ENREGISTRER, dialog)
  await said(enregistrees)
  expect(server.sent().at(-1)).toEqual([
    'PUT',
    '/api/residences/1/previsions',
    {
      blocs: [
        {
          id: 1,
          livraison_prevue_le: '2027-05-01',
          stades: [
            { stade_id: gros.id, prevu_le: '2027-06-15' },
            { stade_id: corps.id, prevu_le: '2027-06-01' },
          ],
        },
      ],
    },
  ])
  const sent = server.changes().length
  await press(ENREGISTRER, dialog)
  expect(server.changes()).toHaveLength(sent)
})

// spec: CO-07
test('a day that is none is told at its field; what somebody else foresees meanwhile stands beside what is typed', async () => {
  const server = await openStades('/bloc', { answers: BLOCS })
  await prevu(gros.nom).fill('31/02/2027')
  await press(ENREGISTRER, dialog)
  await expect.element(prevu(gros.nom)).toHaveAttribute('aria-invalid', 'true')
  expect(server.changes()).toEqual([])
  await prevu(gros.nom).fill('15/06/2027')
  await key('Tab')
  server.give(answer(stadesEndpoints.list, duBloc({ corps: '2027-09-01', livraison: '2027-12-01' })))
  readAgain()
  await expect.element(prevu(corps.nom)).toHaveValue('01/09/2027')
  await expect.element(prevu(gros.nom)).toHaveValue('15/06/2027')
  server.give(previsions([]))
  await press(ENREGISTRER, dialog)
  await said(enregistrees)
  expect(server.sent().at(-1)?.[2]).toEqual({
    blocs: [{ id: 1, stades: [{ stade_id: gros.id, prevu_le: '2027-06-15' }] }],
  })
})

test('who may not change the structure reads the foreseen days', async () => {
  await openStades('/bloc', {
    role: 'commercial',
    answers: [...LISTE, answer(stadesEndpoints.list, duBloc({ gros: '2027-06-15' }))],
  })
  await expect.element(etape(gros.nom)).toHaveTextContent('prévu le 15/06/2027')
  await expectCount(dialog.getByRole('textbox'), 0)
  await expectCount(dialog.getByRole('button', { name: ENREGISTRER }), 0)
})

test('the recording of a stade says what it makes due', async () => {
  const server = await openStades('/bloc', { answers: BLOCS })
  const message = 'Stade enregistré : 22 échéances deviennent exigibles, 2 attendent la date du contrat.'
  await press('Enregistrer ce stade', dialog)
  server.give(
    answer(stadesEndpoints.record, { echeances: 22, montant: 0, attendent: 2, a_appeler: 21, message }),
  )
  await press('Enregistrer ce stade', dialogNamed(`Enregistrer le stade « ${gros.nom} »`))
  await said(message)
  expect(server.sent()).toMatchObject([['PUT', `/api/blocs/1/stades/${gros.id}`, { note: '' }]])
})

const aPrevu = (id: number, nomloc: string, given: Partial<BlocPrevu> = {}): BlocPrevu => ({
  id,
  nomloc,
  livraison_prevue_le: null,
  stades: [fondations, gros, corps].map(({ id: stade_id, nom }) => ({
    stade_id,
    nom,
    prevu_le: null,
    atteint_le: null,
  })),
  ...given,
})
const C = aPrevu(3, HOSTILE, {
  livraison_prevue_le: '2027-12-01',
  stades: duBloc({ gros: '2027-06-15' }).data.map(({ stade_id, nom, prevu_le, atteint_le }) => ({
    stade_id,
    nom,
    prevu_le,
    atteint_le,
  })),
})
const RESIDENCES = answer(residencesEndpoints.list, onePage([aResidence()], { parPage: 3 }))
const grille = dialogNamed('Dates prévues - Les Pins')
const openGrille = async (...given: Parameters<typeof renderScreen>) => {
  const server = await renderScreen(...given)
  await actOn(card('Les Pins'), 'Dates prévues de Les Pins')
  return server
}

// spec: CO-05, CO-07
test('the foreseen days of a residence are one grid, blocs by stades and delivery', async () => {
  const server = await openGrille('/residence', {
    answers: [RESIDENCES, answer(previsionsEndpoints.read, { data: [aPrevu(1, 'Bloc A'), C] })],
  })
  const heads = () =>
    grille
      .getByRole('columnheader')
      .elements()
      .map((one) => one.textContent)
  await expect.poll(heads).toEqual(['Bloc', fondations.nom, gros.nom, corps.nom, 'Livraison'])
  await expectCount(grille.getByRole('textbox'), 7)
  await expect.element(grille).toHaveTextContent('atteint le 09/09/2026prévu le 01/06/2026')
  await field(`${corps.nom}, ${HOSTILE}`).fill('01/06/2027')
  await key('Tab')
  await said(`${corps.nom} est prévu avant ${gros.nom}.`)
  await field('Livraison, Bloc A').fill('01/01/2028')
  await key('Tab')
  server.give(refuse(previsionsEndpoints.update, 500))
  await press(ENREGISTRER, grille)
  await said("Erreur lors de l'enregistrement des dates prévues.")
  server.give(previsions([]))
  await press(ENREGISTRER, grille)
  await said(enregistrees)
  expect(server.sent().at(-1)?.[2]).toEqual({
    blocs: [
      { id: 1, livraison_prevue_le: '2028-01-01' },
      { id: 3, stades: [{ stade_id: corps.id, prevu_le: '2027-06-01' }] },
    ],
  })
})

// spec: CO-48
test('who may not change the structure is not offered the grid; it says that there is no bloc, and that it does not load', async () => {
  await renderScreen('/residence', { role: 'lecture', answers: [RESIDENCES] })
  await expect
    .element(card('Les Pins').getByRole('button', { name: 'Dossier légal de Les Pins' }))
    .toBeVisible()
  await expectCount(page.getByRole('button', { name: /^Autres actions/ }), 0)
  await openGrille('/residence', {
    answers: [RESIDENCES, answer(previsionsEndpoints.read, { data: [] })],
  })
  await said("Cette résidence n'a pas encore de bloc.")
  await openGrille('/residence', { answers: [RESIDENCES, refuse(previsionsEndpoints.read, 500)] })
  await said('Erreur lors du chargement des dates prévues.')
})

// spec: CO-48
test.each([true, false])('stades and grid are whole and accessible, dark: %s', async (dark) => {
  const answers = [...BLOCS, RESIDENCES, answer(previsionsEndpoints.read, { data: [aPrevu(1, 'Bloc A'), C] })]
  await expectWholeAndAccessible(async () => {
    await openStades('/bloc', { answers, dark })
    await prevu(gros.nom).fill('15/06/2028')
    await key('Tab')
    await said(`La livraison du bloc est prévue avant ${gros.nom}.`)
  })
  await expectWholeAndAccessible(async () => {
    await openGrille('/residence', { answers, dark })
    await expect.element(page.getByRole('table', { name: 'Dates prévues' })).toBeVisible()
  })
})
