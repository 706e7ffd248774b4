import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NomDeFeuille } from '#features/imports/colonnes.ts'
import { addJours, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildBloc, buildEtage, buildParking, buildPlace, buildResidence } from '#test/harness/builders.ts'
import { fautes, importer, type Rangee } from '#test/harness/feuilles.ts'
import { printTables } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
const ids = { residence_id: 0, bloc_id: 0, etage_id: 0, parking_id: 0, bien_id: 0, stade_id: 0 }
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  ids.residence_id = (await buildResidence(t.db, { nom: 'El Yasmine' })).id
  ids.bloc_id = (await buildBloc(t.db, { residence_id: ids.residence_id, nomloc: 'Bloc A' })).id
  ids.etage_id = (await buildEtage(t.db, { bloc_id: ids.bloc_id, designation: '1er étage' })).id
  ids.parking_id = (
    await buildParking(t.db, { residence_id: ids.residence_id, parking_nom: 'Sous-sol', nb_places: 1 })
  ).id
  ids.bien_id = await buildPlace(t.db, { parking_id: ids.parking_id, numero_place: 1 })
  const { id } = await t.db.selectFrom('stades').select('id').orderBy('rang').executeTakeFirstOrThrow()
  ids.stade_id = id
})
afterAll(() => t.close())

/** A form, and the line that says the same. Of each rule: the field of the form, what is typed there, and its column. */
interface Nom {
  feuille: NomDeFeuille
  method: 'POST' | 'PUT'
  path: () => string
  body: () => Record<string, unknown>
  ligne: Rangee
  regles: readonly [champ: string, colonne: string, saisie: string][]
}

const long = 'x'.repeat(256)
const LOT = { Résidence: 'El Yasmine', Bloc: 'Bloc A' }
const A_NEGATIF = ['montant', 'Prix', '-5'] as const
const A_LETTRES = ['montant', 'Prix', '1,5 million'] as const
const A_TROP = ['montant', 'Prix', '100000000000'] as const
const A_VIDE = ['montant', 'Prix', ''] as const
const prix = [[...A_NEGATIF], [...A_LETTRES], [...A_TROP], [...A_VIDE]] as [string, string, string][]

const NOMS: readonly Nom[] = [
  {
    feuille: 'residences',
    method: 'POST',
    path: () => '/api/residences',
    body: () => ({ nom: 'Neuve', adresse: 'Alger' }),
    ligne: { Nom: 'Neuve', Adresse: 'Alger' },
    regles: [
      ['nom', 'Nom', ''],
      ['nom', 'Nom', long],
      ['nom', 'Nom', 'Deux\nlignes'],
      ['adresse', 'Adresse', ''],
      ['adresse', 'Adresse', long],
    ],
  },
  {
    feuille: 'blocs',
    method: 'POST',
    path: () => '/api/blocs',
    body: () => ({ nomloc: 'Bloc Z', description: 'R+9', residence_id: ids.residence_id }),
    ligne: { Résidence: 'El Yasmine', Nom: 'Bloc Z', Description: 'R+9' },
    regles: [
      ['nomloc', 'Nom', ''],
      ['nomloc', 'Nom', long],
      ['description', 'Description', ''],
      ['description', 'Description', 'x'.repeat(2001)],
    ],
  },
  {
    feuille: 'etages',
    method: 'POST',
    path: () => '/api/etages',
    body: () => ({ designation: '2e', niveau: 2, logement_par_palier: 4, bloc_id: ids.bloc_id }),
    ligne: { ...LOT, Désignation: '2e', Niveau: 2, 'Logements par palier': 4 },
    regles: [
      ['designation', 'Désignation', ''],
      ['niveau', 'Niveau', ''],
      ['niveau', 'Niveau', 'douze'],
      ['niveau', 'Niveau', '12,5'],
      ['niveau', 'Niveau', '-101'],
      ['niveau', 'Niveau', '1001'],
      ['logement_par_palier', 'Logements par palier', '0'],
      ['logement_par_palier', 'Logements par palier', '10001'],
      ['logement_par_palier', 'Logements par palier', ''],
    ],
  },
  {
    feuille: 'appartements',
    method: 'POST',
    path: () => '/api/appartements',
    body: () => ({
      etage_id: ids.etage_id,
      numLot: 'Z1',
      typeLogement: 'F3',
      surfaceHabitable: 80,
      surfaceUtile: 10,
      montant: 9_500_000,
    }),
    ligne: {
      ...LOT,
      Étage: '1er étage',
      Lot: 'Z1',
      Type: 'F3',
      'Surface habitable': 80,
      'Surface utile': 10,
      Prix: 9_500_000,
    },
    regles: [
      ['numLot', 'Lot', ''],
      ['numLot', 'Lot', long],
      ['typeLogement', 'Type', ''],
      ['surfaceHabitable', 'Surface habitable', ''],
      ['surfaceHabitable', 'Surface habitable', '102,505'],
      ['surfaceUtile', 'Surface utile', 'grande'],
      ...prix,
      ['montant1', 'Montant 1', '12 34'],
      ['montant2', 'Montant 2', '-1'],
    ],
  },
  {
    feuille: 'locaux',
    method: 'POST',
    path: () => '/api/locaux',
    body: () => ({ bloc_id: ids.bloc_id, num: 'LZ', surface: 40, montant: 4_000_000 }),
    ligne: { ...LOT, Numéro: 'LZ', Surface: 40, Prix: 4_000_000 },
    regles: [
      ['num', 'Numéro', ''],
      ['surface', 'Surface', ''],
      ['surface', 'Surface', '1,250.50'],
      ['description', 'Description', 'x'.repeat(2001)],
      ...prix,
    ],
  },
  {
    feuille: 'parkings',
    method: 'POST',
    path: () => '/api/parkings',
    body: () => ({ parking_nom: 'Sous-sol 2', nb_places: 4, residence_id: ids.residence_id }),
    ligne: { Résidence: 'El Yasmine', Nom: 'Sous-sol 2', Capacité: 4 },
    regles: [
      ['parking_nom', 'Nom', ''],
      ['nb_places', 'Capacité', ''],
      ['nb_places', 'Capacité', '0'],
      ['nb_places', 'Capacité', 'dix'],
      ['nb_places', 'Capacité', '1000001'],
    ],
  },
  {
    feuille: 'places',
    method: 'POST',
    path: () => '/api/places-parking',
    body: () => ({ parking_id: ids.parking_id, numero_place: 7, type_place: 'Box', montant: 900_000 }),
    ligne: { Résidence: 'El Yasmine', Parking: 'Sous-sol', Numéro: 7, Type: 'Box', Prix: 900_000 },
    regles: [
      ['numero_place', 'Numéro', ''],
      ['numero_place', 'Numéro', '0'],
      ['numero_place', 'Numéro', 'sept'],
      ['type_place', 'Type', 'Ouvert'],
      ['type_place', 'Type', ''],
      ['position', 'Position', 'x'.repeat(101)],
      ['superficie', 'Superficie', 'petite'],
      ...prix,
    ],
  },
  {
    feuille: 'clients',
    method: 'POST',
    path: () => '/api/clients',
    body: () => ({ nomComplet: 'Karim Benali', tel: '0550 12 34 56', email: 'karim@exemple.dz' }),
    ligne: { 'Nom complet': 'Karim Benali', Téléphone: '0550 12 34 56', Email: 'karim@exemple.dz' },
    regles: [
      ['nomComplet', 'Nom complet', ''],
      ['nomComplet', 'Nom complet', long],
      ['tel', 'Téléphone', 'néant'],
      ['tel', 'Téléphone', `0550 ${'1'.repeat(50)}`],
      ['email', 'Email', 'karim@exemple'],
      ['email', 'Email', 'karim exemple.dz'],
      ['adresse', 'Adresse', long],
    ],
  },
  {
    feuille: 'options',
    method: 'POST',
    path: () => '/api/options',
    body: () => ({ bien_id: ids.bien_id, nom: 'Samira Haddad', expire_le: aujourdhui() }),
    ligne: {
      Type: 'Place de parking',
      Résidence: 'El Yasmine',
      'Bloc ou parking': 'Sous-sol',
      Numéro: 1,
      Nom: 'Samira Haddad',
      'Expire le': aujourdhui(),
    },
    regles: [
      ['nom', 'Nom', long],
      ['tel', 'Téléphone', '0'.repeat(51)],
      ['expire_le', 'Expire le', ''],
      ['expire_le', 'Expire le', '31/02/2030'],
      ['expire_le', 'Expire le', addJours(aujourdhui(), -1)],
      ['note', 'Note', 'x'.repeat(2001)],
    ],
  },
  {
    feuille: 'stades',
    method: 'PUT',
    path: () => `/api/blocs/${ids.bloc_id}/stades/${ids.stade_id}`,
    body: () => ({ atteint_le: '2025-03-12' }),
    ligne: { ...LOT, Stade: 'Fondations achevées', 'Atteint le': '2025-03-12' },
    regles: [
      ['atteint_le', 'Atteint le', ''],
      ['atteint_le', 'Atteint le', '31/02/2025'],
      ['atteint_le', 'Atteint le', addJours(aujourdhui(), 1)],
      ['note', 'Note', 'x'.repeat(2001)],
    ],
  },
]

// spec: PO-25, PO-21
describe.each(NOMS)('a line of the sheet $feuille', ({ feuille, method, path, body, ligne, regles }) => {
  it.each(regles)('is refused as the form refuses $0 ($1): « $2 »', async (champ, colonne, saisie) => {
    const avant = await printTables(t.db, ['idempotence'])
    const given = { ...body(), [champ]: saisie }
    const refused = await (method === 'POST' ? karim.post(path(), given) : karim.put(path(), given))
    expect(refused.statusCode).toBe(422)
    const { errors } = refused.json as { errors: Record<string, string[]> }
    const sentence = errors[champ]?.[0]
    expect(sentence).toBeTruthy()
    const verdict = await importer(t.db, { [feuille]: [{ ...ligne, [colonne]: saisie }] })
    expect(fautes(verdict).map((faute) => faute.replace(/^[^:]+ : /, ''))).toEqual([
      sentence?.replace(/\s/g, ' '),
    ])
    expect(verdict.messages[0]).toMatchObject({ ligne: 2, colonne })
    expect(verdict.feuilles).toMatchObject([{ lignes: 1, erreurs: 1 }])
    expect(await printTables(t.db, ['idempotence'])).toEqual(avant)
  })
})
