import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildEtage,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
} from '#test/harness/builders.ts'
import { importerListes, verifier } from '#test/harness/moteur-imports.ts'
import { feuille, net, saidOf, un, verse, type Rangee } from '#test/harness/reprise.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let residence_id: number
beforeAll(async () => {
  t = await startApp()
  residence_id = (await buildResidence(t.db, { nom: 'Résidence El Bahdja' })).id
  const surfaces = { surface_habitable: 7850, surface_utile: 850 }
  for (const [nomloc, niveaux] of [
    ['Bloc A', { 0: ['A001'], 1: ['A101', 'A103'], 2: ['3 bis', '3'] }],
    ['Bloc B', { 1: ['101', '12', 'B103'], [-1]: ['S1'] }],
  ] as const) {
    const { id: bloc_id } = await buildBloc(t.db, { residence_id, nomloc })
    for (const [niveau, lots] of Object.entries(niveaux)) {
      const designation =
        { '0': 'Rez-de-chaussée', '1': '1er étage', '2': '2ème étage' }[niveau] ?? 'Sous-sol'
      const { id: etage_id } = await buildEtage(t.db, { bloc_id, designation, niveau: Number(niveau) })
      for (const num_lot of lots)
        await buildAppartement(t.db, { etage_id, num_lot, type_logement: 'F3', ...surfaces })
    }
    if (nomloc === 'Bloc A') await buildLocal(t.db, { bloc_id, num: 'L1' })
  }
  for (const [parking_nom, places] of [
    ['Sous-sol', [3, 7]],
    ['Parking extérieur', [3, 9]],
  ] as const) {
    const { id: parking_id } = await buildParking(t.db, { residence_id, parking_nom, nb_places: 9 })
    for (const numero_place of places) await buildPlace(t.db, { parking_id, numero_place })
  }
})
afterAll(() => t.close())

const ligne = (autres: Rangee) => un({ 'Bloc ou parking': null, Numéro: null, ...verse(5), ...autres })
/** The lot that a line names, « Bloc A, A103 », or what is said of why it names none. */
async function found(autres: Rangee): Promise<string> {
  const { verdict, contexte } = await verifier(t.db, feuille([ligne(autres)]))
  const [dite] = contexte.indexes.reprise.dites
  return dite?.lot ? `${dite.lot.lieu}, ${dite.lot.numero}` : saidOf(verdict).join(' ')
}

// spec: IN-05
describe('a lot is found as lists name it', () => {
  it.each<[bloc: string | null, numero: string | number, lot: string]>([
    ['A', 103, 'Bloc A, A103'],
    ['bloc a', 'A-103', 'Bloc A, A103'],
    ['Bât. A', 'Appt 3 bis', 'Bloc A, 3 bis'],
    ['A', '003', 'Bloc A, 3'],
    ['A', 'A3', 'Bloc A, 3'],
    ['B', 'B-101', 'Bloc B, 101'],
    ['B', 'N° 12', 'Bloc B, 12'],
    ['A', 'Local L1', 'Bloc A, L1'],
    [null, 'A103', 'Bloc A, A103'],
    [null, 'P7', 'Sous-sol, 7'],
    [null, 'Pl. 7', 'Sous-sol, 7'],
    [null, 'Box 09', 'Parking extérieur, 9'],
    ['exterieur', 'Place 3', 'Parking extérieur, 3'],
    ['Parking Sous-sol', '3', 'Sous-sol, 3'],
  ])('%s, %s: %s', async (bloc, numero, lot) =>
    expect(await found({ 'Bloc ou parking': bloc, Numéro: numero })).toBe(lot),
  )

  it.each([
    ['Bloc B N° 12', 'Bloc B, 12'],
    ['A/R+1/103', 'Bloc A, A103'],
    ['Bloc A - 1er étage - 103', 'Bloc A, A103'],
    ['Parking P7', 'Sous-sol, 7'],
    ['Appartement N° 12 (RESERVATION)', 'Bloc B, 12'],
    ['A-103', 'Bloc A, A103'],
    ['Local L1', 'Bloc A, L1'],
    ['Bloc A, appt 3 bis', 'Bloc A, 3 bis'],
  ])('in one cell: %s', async (bien, lot) => expect(await found({ 'Bien (bloc et numéro)': bien })).toBe(lot))

  it.each([
    [
      { Numéro: '103' },
      '2 Numéro : « 103 » peut être A103 (Bloc A, 1er étage) ou B103 (Bloc B, 1er étage) : écrivez le nom entier.',
    ],
    [
      { Numéro: 'Place 3' },
      '2 Numéro : « Place 3 » peut être 3 (Parking extérieur) ou 3 (Sous-sol) : écrivez le nom entier.',
    ],
    [{ Numéro: '13 et 14' }, '2 Numéro : Une ligne par bien : « 13 et 14 ».'],
    [
      { 'Bien (bloc et numéro)': 'Appts 13-14' },
      '2 Bien (bloc et numéro) : Une ligne par bien : « Appts 13-14 ».',
    ],
    [
      { 'Bloc ou parking': 'C', Numéro: '1' },
      '2 Bloc ou parking : Aucun bloc ou parking « C » dans Résidence El Bahdja. Il y a : Bloc A, Bloc B, Sous-sol, Parking extérieur.',
    ],
    [
      { 'Bloc ou parking': 'Bloc A', Numéro: '9' },
      '2 Numéro : Aucun lot « 9 » dans Bloc A. Il y a : A001, A101, A103, 3.',
    ],
    [
      { Résidence: 'Bahja', Numéro: '9' },
      '2 Résidence : Aucune résidence « Bahja ». Il y a : Résidence El Bahdja.',
    ],
  ])('and never chosen between two, nor guessed: %j', async (autres, dit) =>
    expect(await found(autres)).toBe(dit),
  )
})

// spec: IN-05
it.each([
  ['RDC', 'A001', []],
  ['R+0', 'A001', []],
  ['1', 'A103', []],
  ['1er', 'A103', []],
  ['R+1', 'A103', []],
  ['SS1', 'S1', []],
  ['-1', 'S1', []],
  ['R+2', 'A103', ['2 Étage : Étage : R+2 ici, 1er étage dans Diyar.']],
  ['RDC', 'S1', ['2 Étage : Étage : RDC ici, Sous-sol dans Diyar.']],
])('étage %s of %s is compared only', async (etage, numero, dits) => {
  const { verdict } = await verifier(t.db, feuille([ligne({ Numéro: numero, Étage: etage })]))
  expect(saidOf(verdict)).toEqual([])
  expect(saidOf(verdict, 'avertissement').filter((dit) => dit.startsWith('2 Étage'))).toEqual(dits)
})

// spec: IN-05
it('a surface near habitable, utile or total is not warned, and a place beside a lot is told', async () => {
  const lots = [78.5, '8,5 m²', '87', 86.6, '85 m²', 78].map((Surface) => ligne({ Numéro: 'A103', Surface }))
  const { verdict } = await verifier(t.db, feuille(lots))
  expect(saidOf(verdict, 'avertissement').filter((dit) => dit.includes('Surface'))).toEqual([
    '6 Surface : Surface : 85 m² ici, 87 m² dans Diyar.',
  ])
  const place = { "N° de l'appartement": '103', 'N° de la place': '4', 'Bloc ou parking': 'A' }
  const avec = await verifier(t.db, feuille([ligne(place)]))
  expect(saidOf(avec.verdict, 'avertissement')).toContain(
    '2 N° de la place : Place « 4 » non reprise : donnez-lui sa ligne.',
  )
})

// spec: IN-05
it('a sheet a bloc: its name tells the bloc, and no lot is made', async () => {
  const before = await fingerprints(t.db)
  const titres = ['NOM ET PRENOM', 'TEL', 'N° APPT', 'DATE RESERV']
  const verdict = await importerListes(t.db, {
    'El Bahdja Bloc A': [titres, ['Kaci Ahmed', '0550', '101', '01/03/2025']],
    'BLOC B': [
      titres,
      ['Haddad Samia', '0551', '101', '01/03/2025'],
      ['Ziani Lila', '0552', '99', '01/03/2025'],
    ],
  })
  expect(
    verdict.messages.filter(({ gravite }) => gravite === 'erreur').map(({ texte }) => net(texte)),
  ).toEqual(['Aucun lot « 99 » dans Bloc B. Il y a : S1, 12, 101, B103.'])
  expect(verdict.messages.map(({ feuille: nom, texte }) => `${nom} : ${net(texte)}`)).toEqual(
    expect.arrayContaining(['El Bahdja Bloc A : « 101 » lu comme « A101 » (1 ligne).']),
  )
  expect(await fingerprints(t.db)).toEqual(before)
})

// spec: IN-05
it('asks for the whole name of a residence when two answer to it', async () => {
  const { id } = await buildResidence(t.db, { nom: 'Cité El Bahdja' })
  expect(await found({ Numéro: 'A103' })).toBe(
    '2 Résidence : « El Bahdja » peut être Résidence El Bahdja ou Cité El Bahdja : écrivez le nom entier.',
  )
  expect(await found({ Résidence: null, Numéro: 'A103' })).toBe(
    '2 Résidence : Résidence : valeur obligatoire.',
  )
  await t.db.deleteFrom('residences').where('id', '=', id).execute()
})
