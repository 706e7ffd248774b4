import { expect, test } from 'vitest'
import { importsEndpoints, type Import } from '#features/imports/imports.contract.ts'
import { generationEndpoints, type Generation } from '#features/generation/generation.contract.ts'
import { thePlan } from '#features/plan-de-vente/plan-de-vente.objects.ts'
import type { Retrait } from '#features/actes/actes.schema.ts'
import { expectWholeAndAccessible } from '#test/harness/screens/accessible.ts'
import { answer, held, refuse, type Answer } from '#test/harness/screens/answers.ts'
import { onePage } from '#test/harness/screens/page.ts'
import { renderScreen } from '#test/harness/screens/renderScreen.tsx'
import {
  alert,
  dialog,
  dialogNamed,
  expectCount,
  key,
  main,
  page,
  plain,
  press,
  said,
  textsOf,
} from '#test/harness/screens/screen.ts'

const LE = '2026-11-28T09:15:00.000Z'
const anImport = (given: Partial<Import> = {}): Import => ({
  id: 4,
  nom: 'el-bahdja.xlsx',
  membre: 'Karim Benali',
  modifier: false,
  statut: 'termine',
  motif: null,
  fait: 30,
  total: 30,
  feuilles: [],
  nombre_erreurs: 0,
  nombre_avertissements: 0,
  nombre_modifications: 0,
  recus_a_numeroter: 0,
  peut_confirmer: false,
  peut_annuler: false,
  peut_defaire: true,
  defait_le: null,
  defait_par: null,
  sauvegarde: 'avant-import-4.tar',
  cree_le: LE,
  fini_le: LE,
  ...given,
})
const DEFAIT = { statut: 'defait', peut_defaire: false, defait_le: LE, defait_par: 'Karim Benali' } as const

const aGeneration = (given: Partial<Generation> = {}): Generation => ({
  id: 9,
  le: LE,
  membre: 'Karim Benali',
  blocs: 2,
  etages: 10,
  appartements: 60,
  locaux: 0,
  places: 12,
  valeur: 546_000_000_00,
  peut_defaire: true,
  defait_le: null,
  ...given,
})
const aRetrait = (given: Partial<Retrait> = {}): Retrait => ({
  peut: true,
  obstacles: [],
  liens: [],
  nombre_obstacles: 0,
  retirees: 30,
  remises: 2,
  ...given,
})
const SERVIES = {
  obstacles: [
    'Vente de A102 à Haddad Samia : 1 versement du 28/11/2026.',
    'Client Kaci Ahmed : modifié le 28/11/2026 par Yacine.',
    'Attestation 2026-AR-0001.',
  ],
  liens: ['/ventes/3', '/clients?details=12', null],
}

const importsAre = (given: Partial<Import> = {}): Answer[] => [
  answer(importsEndpoints.list, onePage([anImport(given)])),
  answer(importsEndpoints.read, { ...anImport(given), correspondance: null, ventes_sans_echeancier: 0 }),
]
const generationsAre = (...given: Generation[]) => answer(generationEndpoints.list, { data: given })
const previous = page.getByRole('table', { name: 'Imports précédents' })
const generations = page.getByRole('table', { name: 'Générations précédentes' })
const shown = page.getByRole('region', { name: 'Import', exact: true })
const dit = () => plain(dialog.element().textContent)

const openImport = (retrait: Partial<Retrait> = {}, given: Answer[] = [], dark = true) =>
  renderScreen('/importer?import=4', {
    dark,
    answers: [...importsAre(), answer(importsEndpoints.defaire, { data: aRetrait(retrait) }), ...given],
  })

// spec: IN-35, IN-16
test('an import is taken back from its card, by what the server says of it before', async () => {
  const server = await openImport()
  await press('Annuler cet import', shown)
  await expect.element(dialogNamed('Annuler cet import')).toBeVisible()
  await said('30 fiches vont être retirées et 2 remises comme avant.')
  // Enter pressed twice does no harm.
  const fermer = dialog.getByRole('button', { name: 'Fermer', exact: true }).last()
  await expect.element(fermer).toHaveFocus()
  const answered = held(
    answer(importsEndpoints.defaire, {
      ...anImport(DEFAIT),
      message: 'Import défait : 30 fiches retirées, 2 remises comme avant.',
    }),
  )
  server.give(answered, ...importsAre(DEFAIT))
  await key('Tab')
  await expect.element(dialog.getByRole('button', { name: "Annuler l'import", exact: true })).toHaveFocus()
  await key('Enter')
  await expect.element(dialog.getByRole('button', { name: 'Retrait...' })).toBeDisabled()
  await expect.element(fermer).toBeDisabled()
  answered.release()
  await expectCount(dialog, 0)
  await said('Import défait : 30 fiches retirées, 2 remises comme avant.')
  await said("Import défait : ce qu'il avait écrit a été retiré.")
  await expectCount(page.getByRole('button', { name: 'Annuler cet import' }), 0)
  expect(server.sent()).toEqual([
    ['POST', '/api/imports/4/defaire', { essai: true }],
    ['POST', '/api/imports/4/defaire', {}],
  ])
})

// spec: IN-35, IN-17
test('what has served since is told with the screen of each, from the list of imports as well', async () => {
  const many = Array.from({ length: 17 }, (_, n) => `Lot B1${n + 10} : bloqué le 28/11/2026.`)
  await openImport({
    peut: false,
    obstacles: [...SERVIES.obstacles, ...many],
    liens: [...SERVIES.liens, ...many.map(() => null)],
    nombre_obstacles: 32,
  })
  await press('Annuler cet import', previous)
  await said('Impossible : 32 fiches ont servi depuis.')
  const lines = dialog.getByRole('listitem')
  await expectCount(lines, 21)
  await expect.element(lines.last()).toHaveTextContent('et 12 autres')
  await expectCount(dialog.getByRole('link'), 2)
  await expectCount(dialog.getByRole('button', { name: "Annuler l'import" }), 0)
  await expect
    .element(dialog.getByRole('link', { name: 'Client Kaci Ahmed : modifié le 28/11/2026 par Yacine.' }))
    .toHaveAttribute('href', '/clients?details=12')
  await dialog.getByRole('button', { name: 'Fermer', exact: true }).last().click()
  await expectCount(dialog, 0)
})

// spec: IN-35, IN-17
test('what serves while the dialog is open is told by the refusal; another failure by its sentence', async () => {
  const server = await openImport()
  await press('Annuler cet import', shown)
  await said('30 fiches vont être retirées et 2 remises comme avant.')
  server.give(refuse(importsEndpoints.defaire, 500))
  await press("Annuler l'import", dialog)
  await expect.element(alert).toHaveTextContent("Erreur lors de l'annulation de l'import.")
  await dialog.getByRole('button', { name: 'Fermer', exact: true }).last().click()
  server.give(answer(importsEndpoints.defaire, { data: aRetrait({ remises: 0, retirees: 1 }) }))
  await press('Annuler cet import', shown)
  await said('1 fiche va être retirée.')
  server.give(
    refuse(importsEndpoints.defaire, 409, { message: 'Impossible : 3 fiches ont servi depuis.', ...SERVIES }),
  )
  await press("Annuler l'import", dialog)
  await said('Impossible : 3 fiches ont servi depuis.')
  expect(textsOf(dialog.getByRole('listitem'))).toEqual(SERVIES.obstacles)
  await expectCount(dialog.getByRole('button', { name: "Annuler l'import" }), 0)
})

// spec: IN-35
test('an act that can no longer be taken back says so and offers nothing', async () => {
  const message = 'Un import est déjà en cours. Attendez sa fin ou annulez-le.'
  await openImport({}, [refuse(importsEndpoints.defaire, 409, { message })])
  await press('Annuler cet import', shown)
  await expect.element(alert).toHaveTextContent(message)
  await expectCount(dialog.getByRole('button', { name: "Annuler l'import" }), 0)
  await key('Escape')
  await expectCount(dialog, 0)
  await renderScreen('/importer?import=4', { answers: importsAre(DEFAIT) })
  await expect.element(shown).toHaveTextContent("Import défait : ce qu'il avait écrit a été retiré.")
  await expect.element(previous).toHaveTextContent('Défait')
  await expectCount(page.getByRole('button', { name: 'Annuler cet import' }), 0)
})

const openGenerer = (...given: Answer[]) =>
  renderScreen('/residence/1/generer', {
    answers: [thePlan(), refuse(generationEndpoints.generer, 422), ...given],
  })

// spec: IN-35, IN-18
test('a generation is taken back under « Générer », where those before it stand with their day', async () => {
  const server = await openGenerer(
    generationsAre(
      aGeneration(),
      aGeneration({
        id: 8,
        blocs: 0,
        etages: 1,
        appartements: 6,
        places: 0,
        valeur: 0,
        peut_defaire: false,
        defait_le: LE,
      }),
    ),
    answer(generationEndpoints.defaire, { data: aRetrait({ retirees: 85, remises: 0 }) }),
  )
  await expect.element(generations).toHaveTextContent('2 blocs, 10 étages, 60 appartements, 12 places')
  await expect.element(generations).toHaveTextContent('Annulée le 28/11/2026')
  await expectCount(generations.getByRole('button', { name: 'Annuler cette génération' }), 1)
  await press('Annuler cette génération', generations)
  await said('60 lots, 10 étages, 2 blocs, 12 places et 1 parking vont être retirés.')
  server.give(
    answer(generationEndpoints.defaire, {
      data: { retirees: 85 },
      message: 'Génération annulée : 85 fiches retirées.',
    }),
    generationsAre(aGeneration({ peut_defaire: false, defait_le: LE })),
  )
  await press('Annuler la génération', dialog)
  await said('Génération annulée : 85 fiches retirées.')
  await expectCount(dialog, 0)
  await expectCount(generations.getByRole('button', { name: 'Annuler cette génération' }), 0)
  expect(server.sent().filter(([, path]) => path.endsWith('/defaire'))).toEqual([
    ['POST', '/api/generations/9/defaire', { essai: true }],
    ['POST', '/api/generations/9/defaire', {}],
  ])
})

// spec: IN-35, IN-17
test('one lot that was sold since is told alone, and leads to it', async () => {
  await openGenerer(
    generationsAre(aGeneration()),
    answer(generationEndpoints.defaire, {
      data: aRetrait({
        peut: false,
        obstacles: ['Lot A101 : vente à Samia Haddad du 28/11/2026.'],
        liens: ['/appartement?details=101'],
        nombre_obstacles: 1,
      }),
    }),
  )
  await press('Annuler cette génération', generations)
  await said('Impossible : 1 fiche a servi depuis.')
  expect(dit()).not.toContain('autre')
})

// spec: IN-35
test.each([true, false])('both dialogs are whole and accessible, dark: %s', async (dark) => {
  await expectWholeAndAccessible(async () => {
    await openImport({}, [], dark)
    await press('Annuler cet import', shown)
    await said('30 fiches vont être retirées et 2 remises comme avant.')
  })
  await expectWholeAndAccessible(async () => {
    await openImport({ peut: false, ...SERVIES, nombre_obstacles: 15 }, [], dark)
    await press('Annuler cet import', main)
    await expect.element(dialog.getByText('et 12 autres')).toBeVisible()
  })
})
