import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildResidence,
  sell,
} from '#test/harness/builders.ts'
import { fautes, importer, type Feuilles, type Rangee } from '#test/harness/feuilles.ts'
import { checked, written } from '#test/harness/imports.ts'
import { fingerprints } from '#test/harness/tables.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const { id: residence_id } = await buildResidence(t.db, { nom: 'El Yasmine' })
  const { id: bloc_id } = await buildBloc(t.db, { residence_id, nomloc: 'Bloc A' })
  const { id: etage_id } = await buildEtage(t.db, { bloc_id, designation: '1er étage' })
  for (const num_lot of ['A1', 'A2', 'A3', 'A4'])
    await buildAppartement(t.db, { etage_id, num_lot, prix: 100_000_000 })
  for (const [nom_complet, tel] of [
    ['Karim Benali', '0550 12 34 56'],
    ['Amina Haddad', '0551 12 34 56'],
    ['Amina Haddad', '0552 12 34 56'],
    ['Nadir Saïdi', '0553 12 34 56'],
  ] as const)
    await buildClient(t.db, { nom_complet, tel })
})
afterAll(() => t.close())

const vente = (numero: string, autres: Rangee): Rangee => ({
  Type: 'Appartement',
  Résidence: 'El Yasmine',
  'Bloc ou parking': 'Bloc A',
  Étage: '1er étage',
  Numéro: numero,
  Client: 'Karim Benali',
  Date: '2025-03-12',
  ...autres,
})
const shares = async () =>
  (
    await t.db
      .selectFrom('co_acquereurs as a')
      .innerJoin('ventes as v', 'v.id', 'a.vente_id')
      .innerJoin('clients as c', 'c.id', 'a.client_id')
      .select(['v.dossier_numero', 'c.nom_complet', 'c.tel', 'a.part'])
      .orderBy('v.dossier_numero')
      .orderBy('a.part', 'desc')
      .execute()
  ).map(({ dossier_numero, nom_complet, tel, part }) => [dossier_numero, nom_complet, tel?.slice(0, 4), part])

// spec: PA-37
it('adds the co-acquéreurs of a sale with their shares, and finds them the second time', async () => {
  const feuilles: Feuilles = {
    ventes: [
      vente('A1', { Dossier: '2025-D-0003' }),
      vente('A2', { Dossier: '2025-D-0004', Client: 'Nadir Saïdi', Prix: 5, 'Terminée le': '2025-04-01' }),
    ],
    coAcquereurs: [
      { Dossier: '2025-D-0003', Client: 'Amina Haddad', 'Téléphone du client': '0552 12 34 56', Part: 33.33 },
      { Dossier: '2025-D-0003', Client: 'Nadir Saïdi', Part: '25,5 %' },
      { Dossier: '2025-D-0004', Client: 'Karim Benali', Part: '0.01' },
    ],
  }
  const premier = await importer(t.db, feuilles)
  expect(fautes(premier)).toEqual([])
  expect(premier.feuilles).toMatchObject([
    { feuille: 'Ventes', crees: 2 },
    { feuille: 'Co-acquéreurs', crees: 3, montant: null },
  ])
  const tous = [
    [3, 'Amina Haddad', '0552', 3333],
    [3, 'Nadir Saïdi', '0553', 2550],
    [4, 'Karim Benali', '0550', 1],
  ]
  expect(await shares()).toEqual(tous)
  const lines = await t.db
    .selectFrom('journal')
    .select('apres')
    .where('action', '=', 'acquereurs')
    .orderBy('id')
    .execute()
  expect(lines).toMatchObject([
    { apres: { acquereurs: [{ nomComplet: 'Amina Haddad', part: 3333 }, { part: 2550 }] } },
    { apres: { acquereurs: [{ nomComplet: 'Karim Benali', part: 1 }] } },
  ])
  for (const modifier of [false, true]) {
    const second = await importer(t.db, feuilles, { modifier })
    expect(second.messages).toEqual([])
    expect(second.feuilles).toMatchObject([{ existants: 2 }, { existants: 3 }])
  }
  expect(await shares()).toEqual(tous)
})

it('leaves those that a sale has as they are, and says so', async () => {
  const before = await fingerprints(t.db)
  const { messages } = await importer(t.db, {
    coAcquereurs: [
      { Dossier: '2025-D-0003', Client: 'Amina Haddad', 'Téléphone du client': '0551 12 34 56', Part: 10 },
      { Dossier: '2025-D-0003', Client: 'Nadir Saïdi', Part: 26 },
      { Dossier: '2025-D-0003', Client: 'Nadir Saïdi', Part: 26 },
    ],
  })
  expect(
    messages.map(({ gravite, colonne, texte }) => [gravite, colonne, texte.replace(/\s/g, ' ')]),
  ).toEqual([
    ['avertissement', 'Client', 'Ce dossier a déjà des co-acquéreurs, sans ce client. Laissé tel quel.'],
    ['avertissement', 'Part', 'Part : 25,5 % dans Diyar, 26 % ici. Laissé tel quel.'],
    ['avertissement', null, 'Déjà à la ligne 3 : cette ligne est ignorée.'],
  ])
  expect(await fingerprints(t.db)).toEqual(before)
})

it('are refused by the rules of the form, each at its cell, and nothing is written', async () => {
  const ouverte = await sell(
    t.db,
    (await t.db.selectFrom('appartements').select('id').where('num_lot', '=', 'A3').executeTakeFirstOrThrow())
      .id,
    (
      await t.db
        .selectFrom('clients')
        .select('id')
        .where('nom_complet', '=', 'Karim Benali')
        .executeTakeFirstOrThrow()
    ).id,
  )
  const { dossier_annee, dossier_numero } = await t.db
    .selectFrom('ventes')
    .select(['dossier_annee', 'dossier_numero'])
    .where('id', '=', ouverte)
    .executeTakeFirstOrThrow()
  const dossier = `${dossier_annee}-D-${String(dossier_numero).padStart(4, '0')}`
  const before = await fingerprints(t.db)
  const PART = 'La part doit être comprise entre 0,01 et 99,99.'
  const one = (client: string, part: string | number | null, autres: Rangee = {}): Rangee => ({
    Dossier: dossier,
    Client: client,
    Part: part,
    ...autres,
  })
  const cases: [Rangee[], string[]][] = [
    [[one('Karim Benali', 10)], ['Co-acquéreurs 2, Client : Ce client est déjà acquéreur de cette vente.']],
    [[one('Nadir Saïdi', 100)], [`Co-acquéreurs 2, Part : ${PART}`]],
    [[one('Nadir Saïdi', 33.333)], [`Co-acquéreurs 2, Part : ${PART}`]],
    [[one('Nadir Saïdi', null)], [`Co-acquéreurs 2, Part : ${PART}`]],
    // Excel keeps « 50 % » as 0.5.
    [
      [one('Nadir Saïdi', 0.5)],
      [
        "Co-acquéreurs 2, Part : Écrivez la part sans format de pourcentage (50 pour la moitié) ; moins de 1 % s'écrit en texte : « 0,50 % ».",
      ],
    ],
    [
      [one('Nadir Saïdi', 60), one('Amina Haddad', 40, { 'Téléphone du client': '0551 12 34 56' })],
      ['Co-acquéreurs 2, Part : La somme des parts doit rester inférieure à 100 %.'],
    ],
    [
      [one('Nadir Saïdi', 6), one('Nadir Saïdi', 7)],
      ["Co-acquéreurs 3, – : Déjà à la ligne 2, avec d'autres valeurs."],
    ],
    [
      [one('Amina Haddad', 6)],
      ['Co-acquéreurs 2, Client : Plusieurs clients portent ce nom : remplissez « Téléphone du client ».'],
    ],
    [
      [one('Nadir Saïdi', 6, { Dossier: '2025-D-0999' })],
      ["Co-acquéreurs 2, Dossier : Ce dossier n'est ni dans la feuille Ventes ni dans Diyar."],
    ],
    [
      [one('Nadir Saïdi', 6, { Dossier: null })],
      ['Co-acquéreurs 2, Dossier : Dossier : valeur obligatoire.'],
    ],
  ]
  for (const [lignes, expected] of cases)
    expect(fautes(await importer(t.db, { coAcquereurs: lignes }))).toEqual(expected)
  const noms = Array.from({ length: 11 }, (_, n) => `Acheteur ${n + 1}`)
  const trop = await importer(t.db, {
    clients: noms.map((nom, n) => ({
      'Nom complet': nom,
      Téléphone: `0660 00 00 ${10 + n}`,
      Email: `a${n}@x.dz`,
    })),
    coAcquereurs: noms.map((nom) => one(nom, 1)),
  })
  expect(fautes(trop)).toEqual(['Co-acquéreurs 12, Client : 10 co-acquéreurs au plus.'])
  expect(await fingerprints(t.db)).toEqual(before)
})

// spec: PA-37
it('survive an export and an import into an empty installation', async () => {
  const parti = (await karim.get('/api/portefeuille/export')).rawPayload
  const { sheets } = await readXlsx(parti)
  expect(sheets).toHaveLength(17)
  const lines = sheets.find(({ name }) => name === 'Co-acquéreurs')?.rows
  expect(lines?.map((row) => row.slice(0, 3))).toEqual([
    ['Dossier *', 'Client *', 'Part *'],
    ['2025-D-0003', 'Amina Haddad', 33.33],
    ['2025-D-0003', 'Nadir Saïdi', 25.5],
    ['2025-D-0004', 'Karim Benali', '0,01\u00A0%'],
  ])
  const aide = sheets[0]?.rows.flat().join(' ') ?? ''
  for (const left of ['les pièces', 'les papiers', "l'identité"]) expect(aide).toContain(left)
  const vide = await startApp()
  try {
    const amina = await vide.member()
    const lu = await checked(amina, parti)
    expect(lu).toMatchObject({ statut: 'pret', nombre_erreurs: 0 })
    expect(await written(amina, lu.id)).toMatchObject({ statut: 'termine' })
    const arrivee = await readXlsx((await amina.get('/api/portefeuille/export')).rawPayload)
    expect(arrivee.sheets.find(({ name }) => name === 'Co-acquéreurs')?.rows).toEqual(lines)
  } finally {
    await vide.close()
  }
}, 60_000)
