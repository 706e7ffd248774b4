import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Apercu } from '#features/generation/apercu.contract.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildEtage,
  buildLocal,
  buildParking,
  buildPlace,
  buildResidence,
} from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
let residence_id: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const logement = { typeLogement: 'F3', surfaceHabitable: 80, surfaceUtile: 10, montant: 9_000_000 }
const plage = (de: number, a = de, combien = 1) => ({
  de,
  a,
  palier: Array.from({ length: combien }, () => logement),
})
const nouveaux = { nombre: 1, nom: 'Bloc {A}', description: 'Neuf' }
const numero = '{bloc}{niveau}{rang:2}'
const local = { nombre: 1, numero: 'L{bloc}{rang}', surface: 40, montant: 1 }
const places = { nombre: 5, type_place: 'Box', montant: 500_000 }

const send = (body: object, id = residence_id) => karim.post(`/api/residences/${id}/generer`, body)

/** Returns the collisions that refuse a creation; nothing was written, and the preview says the same. */
async function collisionsOf(body: object): Promise<string[]> {
  const before = await fingerprints(t.db)
  const refused = await send(body)
  const { message, errors } = refused.json as { message: string; errors: { collisions: string[] } }
  expect(refused.statusCode).toBe(422)
  expect(Object.keys(errors)).toEqual(['collisions'])
  expect(await fingerprints(t.db)).toEqual(before)
  const apercu = await apercuOf(body)
  const n = apercu.nombre_collisions
  expect(message).toBe(`Rien n'a été créé : ${n} collision${n > 1 ? 's' : ''}.`)
  expect([apercu.collisions, Math.min(n, 100)]).toEqual([errors.collisions, errors.collisions.length])
  return errors.collisions
}
async function apercuOf(body: object): Promise<Apercu> {
  const { statusCode, json } = await send({ ...body, essai: true })
  expect(statusCode).toBe(200)
  return (json as { data: Apercu }).data
}
const errorsOf = async (body: object) => {
  const before = await fingerprints(t.db)
  const { statusCode, json } = await send(body)
  expect(statusCode).toBe(422)
  expect(await fingerprints(t.db)).toEqual(before)
  expect((await send({ ...body, essai: true })).json).toEqual(json)
  return json as { message: string; errors?: Record<string, string[]> }
}

describe('what stands in the way', () => {
  beforeAll(async () => {
    residence_id = (await buildResidence(t.db)).id
  })

  // spec: PO-03
  it('is exactly the one lot that is there, and nothing is written', async () => {
    const bloc = await buildBloc(t.db, { residence_id, nomloc: 'Bloc Z' })
    const etage = await buildEtage(t.db, {
      bloc_id: bloc.id,
      designation: 'Premier',
      niveau: 1,
      logement_par_palier: 6,
    })
    await buildAppartement(t.db, { etage_id: etage.id, num_lot: 'z102' })
    const body = { blocs: { ids: [bloc.id] }, niveaux: [plage(0, 2, 8)], numero }
    expect(await collisionsOf(body)).toEqual(['Le lot « Z102 » existe déjà : Bloc Z, Premier.'])
    const apercu = await apercuOf(body)
    expect(apercu.avertissements).toEqual(['Bloc Z, Premier : 9 lots pour 6 logements par palier.'])
    expect(
      apercu.blocs[0]?.etages.map(({ niveau, nouveau, designation }) => [niveau, nouveau, designation]),
    ).toEqual([
      [2, true, '2e étage'],
      [1, false, 'Premier'],
      [0, true, 'Rez-de-chaussée'],
    ])
    expect(
      apercu.blocs[0]?.etages.flatMap(({ lots }) =>
        lots.filter(({ collision }) => collision).map((lot) => [lot.numero, lot.collision]),
      ),
    ).toEqual([['Z102', 'existe']])
    expect(apercu.totaux).toMatchObject({ blocs: 0, etages: 2, appartements: 24 })
    // Without it the étage that is there is used as it is.
    const { statusCode } = await send({ ...body, numero: '{bloc}{niveau}-{rang:2}' })
    expect(statusCode).toBe(201)
    const used = await t.db.selectFrom('etages').selectAll().where('bloc_id', '=', bloc.id).execute()
    expect(used.find(({ id }) => id === etage.id)).toEqual(etage)
    expect(used).toHaveLength(3)
  })

  it('names blocs that are there, whatever their case and accents, or that come several times', async () => {
    await buildBloc(t.db, { residence_id, nomloc: 'Bloc  Été' })
    expect(await collisionsOf({ blocs: { ...nouveaux, nom: 'bloc ete' } })).toEqual([
      'Le bloc « bloc ete » existe déjà dans cette résidence.',
    ])
    expect(await collisionsOf({ blocs: { ...nouveaux, nombre: 3, nom: 'Tour' } })).toEqual([
      'Le nom de bloc « Tour » revient 3 fois : ajoutez {A} ou {n}.',
    ])
    expect(await collisionsOf({ blocs: { ...nouveaux, nombre: 2, nom: 'BLOC ÉTÉ' } })).toEqual([
      'Le nom de bloc « BLOC ÉTÉ » revient 2 fois : ajoutez {A} ou {n}.',
      'Le bloc « BLOC ÉTÉ » existe déjà dans cette résidence.',
    ])
    // A bloc of that name elsewhere is none of ours.
    const other = (await buildResidence(t.db)).id
    expect((await send({ blocs: { ...nouveaux, nom: 'Bloc Été' } }, other)).statusCode).toBe(201)
  })

  it('names étages and lots that come several times', async () => {
    const bloc = await buildBloc(t.db, { residence_id, nomloc: 'Bloc Y' })
    const un = await buildEtage(t.db, { bloc_id: bloc.id, designation: '3e Etage', niveau: 1 })
    await buildEtage(t.db, { bloc_id: bloc.id, designation: 'Un bis', niveau: 1 })
    expect(
      await collisionsOf({ blocs: { ids: [bloc.id] }, niveaux: [plage(1), plage(3)], numero: '{suite}' }),
    ).toEqual([
      'Deux étages du bloc « Bloc Y » ont le niveau 1.',
      "L'étage « 3e étage » existe déjà à un autre niveau : Bloc Y.",
    ])
    await t.db.deleteFrom('etages').where('bloc_id', '=', bloc.id).where('id', '<>', un.id).execute()
    expect(
      await collisionsOf({
        blocs: { ids: [bloc.id] },
        niveaux: [{ ...plage(4, 8), designation: 'Étage' }],
        numero: '{suite}',
      }),
    ).toEqual(['La désignation « Étage » revient 5 fois : Bloc Y. Ajoutez {niveau}.'])
    expect(
      await collisionsOf({ blocs: nouveaux, niveaux: [plage(1, 1, 6)], numero: '{bloc}{niveau}' }),
    ).toEqual(['Le lot « A1 » revient 6 fois : Bloc A, 1er étage. Ajoutez {rang}.'])
    const { avertissements } = await apercuOf({
      blocs: nouveaux,
      niveaux: [plage(0, 1, 2)],
      numero: '{rang}',
    })
    expect(avertissements).toEqual([
      'Le numéro « 1 » revient à plusieurs étages du bloc « Bloc A ».',
      'Le numéro « 2 » revient à plusieurs étages du bloc « Bloc A ».',
    ])
  })

  it('names locaux that are there or come several times, and prices out of bounds', async () => {
    const bloc = await buildBloc(t.db, { residence_id, nomloc: 'Bloc A' })
    await buildLocal(t.db, { bloc_id: bloc.id, num: 'la1' })
    expect(
      await collisionsOf({
        blocs: { ids: [bloc.id] },
        locaux: { ...local, nombre: 2 },
        niveaux: [plage(1)],
        numero: 'A101',
        pas: { sorte: 'montant', valeur: -10_000_000 },
      }),
    ).toEqual(['Le prix de « A101 » sort des limites.', 'Le local « LA1 » existe déjà : Bloc A.'])
    expect(
      await collisionsOf({
        blocs: { ids: [bloc.id] },
        locaux: { ...local, nombre: 3, numero: 'X', montant: null, prixM2: '99999999999.99' },
      }),
    ).toEqual([
      'Le local « X » revient 3 fois : Bloc A. Ajoutez {rang}.',
      ...Array(3).fill('Le prix de « X » sort des limites.'),
    ])
  })

  // spec: PO-06
  it('names places that are there or beyond the capacity, which never changes', async () => {
    const parking = await buildParking(t.db, { residence_id, parking_nom: 'Sous-sol', nb_places: 40 })
    for (const numero_place of [12, 50]) await buildPlace(t.db, { parking_id: parking.id, numero_place })
    expect(await collisionsOf({ parking: { id: parking.id, ...places, premier: 10 } })).toEqual([
      'La place 12 existe déjà : Sous-sol.',
    ])
    expect(await collisionsOf({ parking: { id: parking.id, ...places, nombre: 50, premier: 51 } })).toEqual([
      'Le parking « Sous-sol » est prévu pour 40 places : il en aurait 52.',
    ])
    expect(await collisionsOf({ parking: { parking_nom: 'SOUS-SOL', ...places } })).toEqual([
      'Le parking « SOUS-SOL » existe déjà dans cette résidence.',
    ])
    expect(
      (await send({ parking: { id: parking.id, ...places, nombre: 38, premier: 100 } })).statusCode,
    ).toBe(201)
    const after = await t.db.selectFrom('parkings').selectAll().where('id', '=', parking.id).execute()
    expect(after).toEqual([parking])
  })

  it('is counted whole and told a hundred times', async () => {
    const other = residence_id
    residence_id = (await buildResidence(t.db)).id
    const body = { blocs: { ...nouveaux, nombre: 30 }, niveaux: [plage(0, 9, 2)], numero: '{niveau}' }
    const collisions = await collisionsOf(body)
    expect(collisions).toHaveLength(100)
    expect(((await send(body)).json as { message: string }).message).toBe(
      "Rien n'a été créé : 300 collisions.",
    )
    expect((await apercuOf(body)).nombre_collisions).toBe(300)
    residence_id = other
  })
})

describe('what is asked for', () => {
  it.each<[object, Record<string, string>]>([
    [{ blocs: { ...nouveaux, nom: 'Bloc {x}' } }, { 'blocs.nom': 'Repère inconnu : {x}.' }],
    [{ blocs: { ...nouveaux, nombre: 51 } }, { 'blocs.nombre': 'Ce nombre ne peut pas dépasser 50.' }],
    [
      { blocs: { ...nouveaux, nombre: 0 } },
      { 'blocs.nombre': 'Le nombre de blocs doit être un nombre entier, entre 1 et 50.' },
    ],
    [
      { blocs: {} },
      {
        'blocs.nombre': 'Le nombre de blocs est obligatoire.',
        'blocs.nom': 'Le nom du bloc est obligatoire.',
      },
    ],
    [{ blocs: { ids: [] } }, { 'blocs.ids': 'Veuillez sélectionner un bloc.' }],
    [{ blocs: { ids: [999_999] }, locaux: local }, { 'blocs.ids': 'Veuillez sélectionner un bloc.' }],
    [{ blocs: 'A' }, { blocs: "Cette valeur n'est pas valide." }],
    [{ niveaux: [plage(0)], numero }, { blocs: 'Veuillez sélectionner un bloc.' }],
    [{ locaux: local }, { blocs: 'Veuillez sélectionner un bloc.' }],
    [{ blocs: nouveaux, niveaux: [plage(0)] }, { numero: 'Le numéro de lot est obligatoire.' }],
    [{ blocs: nouveaux, niveaux: [plage(0)], numero: '{etage}' }, { numero: 'Repère inconnu : {etage}.' }],
    [
      { blocs: { ...nouveaux, nom: 'B'.repeat(255) }, niveaux: [plage(0)], numero },
      { numero: 'Ce modèle donne un nom vide ou trop long.' },
    ],
    [
      { blocs: { ...nouveaux, nom: `${'B'.repeat(250)}{n:6}` } },
      { 'blocs.nom': 'Ce modèle donne un nom vide ou trop long.' },
    ],
    [
      { blocs: nouveaux, niveaux: [plage(0, 2), plage(2, 1), plage(2, 4)], numero },
      {
        'niveaux.1.a': 'Le dernier niveau doit être au moins le premier.',
        'niveaux.2.de': 'Cette plage recouvre la précédente.',
      },
    ],
    [
      { blocs: nouveaux, niveaux: [{ de: 0, a: 0, palier: [] }], numero },
      { 'niveaux.0.palier': 'Ajoutez au moins un logement au palier.' },
    ],
    [
      {
        blocs: nouveaux,
        niveaux: [
          {
            de: -101,
            a: '',
            designation: '{bloc}',
            palier: [logement, { ...logement, prixM2: 1 }, { surfaceHabitable: 'x', surfaceUtile: -1 }],
          },
        ],
        numero,
      },
      {
        'niveaux.0.de': 'Le niveau doit être un nombre entier, entre -100 et 1000.',
        'niveaux.0.a': 'Le niveau est obligatoire.',
        'niveaux.0.designation': 'Repère inconnu : {bloc}.',
        'niveaux.0.palier.1.montant': 'Donnez un montant ou un prix au m².',
        'niveaux.0.palier.2.typeLogement': 'Le type de logement est obligatoire.',
        'niveaux.0.palier.2.surfaceHabitable':
          "Cette surface n'est pas valide : un nombre positif, deux décimales au plus.",
        'niveaux.0.palier.2.surfaceUtile':
          "Cette surface n'est pas valide : un nombre positif, deux décimales au plus.",
        'niveaux.0.palier.2.montant': 'Donnez un montant ou un prix au m².',
      },
    ],
    [
      { blocs: nouveaux, pas: { sorte: 'pourcent', valeur: 100.01 } },
      { 'pas.valeur': "Cette valeur n'est pas valide." },
    ],
    [
      { blocs: nouveaux, pas: { sorte: 'pourcent', valeur: 1.005 } },
      { 'pas.valeur': "Cette valeur n'est pas valide." },
    ],
    [
      { blocs: nouveaux, pas: { sorte: 'autre', valeur: 1 } },
      { 'pas.sorte': "Cette valeur n'est pas valide." },
    ],
    [{ blocs: nouveaux, arrondi: 500 }, { arrondi: "Cette valeur n'est pas valide." }],
    [
      { blocs: nouveaux, locaux: { nombre: 0, numero: 'L{niveau}' } },
      {
        'locaux.nombre': 'Le nombre de locaux par bloc doit être un nombre entier, entre 1 et 50.',
        'locaux.numero': 'Repère inconnu : {niveau}.',
        'locaux.surface': 'La surface est obligatoire.',
        'locaux.montant': 'Donnez un montant ou un prix au m².',
      },
    ],
    [{ parking: { ...places, id: 999_999 } }, { 'parking.id': 'Veuillez sélectionner un parking.' }],
    [
      { parking: { nombre: 2001 } },
      {
        'parking.parking_nom': 'Le nom du parking est obligatoire.',
        'parking.nombre': 'Ce nombre ne peut pas dépasser 2\u202F000.',
        'parking.type_place': 'Veuillez choisir un type : Plein Air, Box ou Couvert.',
        'parking.montant': 'Le montant est obligatoire.',
      },
    ],
    [
      { parking: { ...places, parking_nom: 'P', premier: 999_997, superficie: 'x' } },
      { 'parking.superficie': "Cette surface n'est pas valide : un nombre positif, deux décimales au plus." },
    ],
    [
      { parking: { ...places, parking_nom: 'P', premier: 999_997 } },
      { 'parking.premier': 'Ce nombre ne peut pas dépasser 1\u202F000\u202F000.' },
    ],
  ])('%# is refused under its fields', async (body, fields) => {
    const { message, errors } = await errorsOf(body)
    expect(errors).toEqual(Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, [text]])))
    expect(message).toBe(Object.values(errors ?? {})[0]?.[0])
  })

  it.each([{}, { blocs: null, niveaux: [], pas: null }, { essai: false, arrondi: 1000 }])(
    '%j is nothing',
    async (body) => expect(await errorsOf(body)).toEqual({ message: "Il n'y a rien à créer." }),
  )

  it('is of one residence, which is there', async () => {
    const bloc = await buildBloc(t.db)
    const parking = await buildParking(t.db)
    expect((await errorsOf({ blocs: { ids: [bloc.id] }, locaux: local })).errors).toEqual({
      'blocs.ids': ["Ce bloc n'appartient pas à la résidence choisie."],
    })
    expect((await errorsOf({ parking: { ...places, id: parking.id } })).errors).toEqual({
      'parking.id': ['Veuillez sélectionner un parking.'],
    })
    for (const essai of [true, false])
      expect((await send({ blocs: nouveaux, essai }, 999_999)).statusCode).toBe(404)
  })
})
