import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addJours, aujourdhui } from '#shared/dates.ts'
import type { TypeBien } from '#shared/biens.ts'
import { startApp, type Answer, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildLocal,
  buildPlace,
} from '#test/harness/builders.ts'
import { fingerprints } from '#test/harness/tables.ts'

interface Modele {
  id?: number
  nom: string
  par_defaut: boolean
  lignes: object[]
}

let t: TestApp
let karim: Visitor
let nadia: Visitor
let sami: Visitor
let vsp: number
let sansStade: number
let mensuel: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  nadia = await t.member('nadia.ferhat@diyar.dz', 'commercial')
  sami = await t.member('sami.kaci@diyar.dz', 'caisse')
  vsp = await modele('Vente sur plans')
  const ligne = (libelle: string, pourcent: number, declencheur: string, rest = {}) => ({
    libelle,
    pourcent,
    declencheur,
    ...rest,
  })
  await addModele('Place', [
    ligne('Réservation', 40, 'reservation'),
    ligne('Remise des clés', 60, 'livraison'),
  ])
  await addModele('Douze mois', [ligne('Mensualité', 100, 'date', { nombre: 12, pas_mois: 1 })])
  sansStade = await modele('Place')
  mensuel = await modele('Douze mois')
})
afterAll(() => t.close())

const modeles = async () =>
  ((await karim.get('/api/reglages')).json as { data: { modeles: Modele[] } }).data.modeles
const modele = async (nom: string) => (await modeles()).find((one) => one.nom.startsWith(nom))?.id ?? 0
async function addModele(nom: string, lignes: object[]): Promise<void> {
  const { data } = (await karim.get('/api/parametres')).json as { data: { modeles: { version: number } } }
  const valeur = { modeles: [...(await modeles()), { nom, par_defaut: false, lignes }] }
  const saved = await karim.put('/api/parametres/modeles', { valeur, version: data.modeles.version })
  expect([saved.statusCode, saved.body]).toEqual([200, expect.any(String)])
}

const PRIX = 1_250_000_000
interface Acte {
  type: TypeBien
  build: () => Promise<number>
  sell: (id: number, body: object, who?: Visitor, headers?: Record<string, string>) => Promise<Answer>
  modele: () => number
  attendues: number[]
}
const ACTES: Acte[] = [
  {
    type: 'appartement',
    build: () => buildAppartement(t.db, { prix: PRIX }),
    sell: (id, body, who = karim, headers = {}) =>
      who.put(`/api/appartements/${id}/assigner-client`, body, headers),
    modele: () => vsp,
    attendues: [245_000_000, 183_750_000, 428_750_000, 306_250_000, 61_250_000],
  },
  {
    type: 'local',
    build: () => buildLocal(t.db, { prix: PRIX }),
    sell: (id, body, who = karim, headers = {}) =>
      who.put(`/api/locaux/${id}/assigner-client`, body, headers),
    modele: () => vsp,
    attendues: [245_000_000, 183_750_000, 428_750_000, 306_250_000, 61_250_000],
  },
  {
    type: 'place_parking',
    build: () => buildPlace(t.db, { prix: PRIX }),
    sell: (id, body, who = karim, headers = {}) =>
      who.post(`/api/places-parking/${id}/attribuer`, body, headers),
    modele: () => sansStade,
    attendues: [490_000_000, 735_000_000],
  },
]

const client = async () => (await buildClient(t.db)).id
const bienOf = (id: number) =>
  t.db.selectFrom('biens').select(['prix', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
const venteOf = (bien: number) =>
  t.db.selectFrom('ventes').selectAll().where('bien_id', '=', bien).executeTakeFirstOrThrow()
const changesOf = (bien: number) =>
  t.db.selectFrom('changements_prix').select(['ancien', 'nouveau']).where('bien_id', '=', bien).execute()
const montantsOf = async (vente: number) =>
  (
    await t.db
      .selectFrom('echeances')
      .select('montant')
      .where('vente_id', '=', vente)
      .orderBy('rang')
      .execute()
  ).map(({ montant }) => montant)
const journalOf = async (ids: readonly number[]) =>
  (
    await t.db
      .selectFrom('journal')
      .select(['action', 'objet'])
      .where('objet_id', 'in', ids)
      .where('action', 'in', ['modifier', 'assigner', 'echeancier'])
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
  ).toReversed()
const OBJETS = { appartement: 'appartement', local: 'local', place_parking: 'place' }

describe.each(ACTES)('selling an $type', ({ type, build, sell, modele: suits, attendues }) => {
  // spec: EC-08
  it('keeps its day and price and writes its échéancier, in one act', async () => {
    const [bien, acheteur] = [await build(), await client()]
    const jour = addJours(aujourdhui(), -3)
    const sold = await sell(bien, {
      client_id: acheteur,
      reservation_le: jour,
      prix: 12_250_000,
      modele_id: suits(),
      version: 1,
    })
    expect([sold.statusCode, sold.json]).toMatchObject([200, { montant: 12_250_000, client_id: acheteur }])
    const vente = await venteOf(bien)
    expect(vente).toMatchObject({
      client_id: acheteur,
      prix: 1_225_000_000,
      reservation_le: jour,
      planifiee: true,
    })
    expect(sold.json).toMatchObject({ vente_id: vente.id, dossier: expect.stringMatching(/^\d{4}-D-\d{4}$/) })
    expect(await bienOf(bien)).toEqual({ prix: 1_225_000_000, version: 2 })
    expect(await changesOf(bien)).toEqual([{ ancien: PRIX, nouveau: 1_225_000_000 }])
    expect(await montantsOf(vente.id)).toEqual(attendues)
    expect(await journalOf([bien, vente.id])).toEqual([
      { action: 'modifier', objet: OBJETS[type] },
      { action: 'assigner', objet: 'vente' },
      { action: 'echeancier', objet: 'vente' },
    ])
  })

  // spec: EC-09
  it('for its client alone does what it always did', async () => {
    const [bien, acheteur] = [await build(), await client()]
    const sold = await sell(bien, { client_id: acheteur })
    expect(sold.json).toMatchObject({ montant: 12_500_000, client_id: acheteur })
    const vente = await venteOf(bien)
    expect(vente).toMatchObject({ prix: PRIX, reservation_le: aujourdhui(), planifiee: false, version: 1 })
    expect(await bienOf(bien)).toEqual({ prix: PRIX, version: 1 })
    expect(await changesOf(bien)).toEqual([])
    expect(await montantsOf(vente.id)).toEqual([])
    const line = await t.db
      .selectFrom('journal')
      .select(['action', 'apres'])
      .where('objet_id', '=', vente.id)
      .where('objet', '=', 'vente')
      .execute()
    expect(line).toEqual([{ action: 'assigner', apres: expect.any(Object) as object }])
    expect(Object.keys(line[0]?.apres as object).toSorted()).toEqual(
      ['id', 'type', 'prix', 'client', 'bien_id', 'client_id', 'dossier_annee', 'dossier_numero'].toSorted(),
    )
    // The same answer as one that says today, this price and no modèle.
    const [autre, meme] = [await build(), await client()]
    const said = { client_id: meme, reservation_le: aujourdhui(), prix: 12_500_000, modele_id: null }
    const told = await sell(autre, said)
    expect(Object.keys(told.json as object)).toEqual(Object.keys(sold.json as object))
    expect(await bienOf(autre)).toEqual({ prix: PRIX, version: 1 })
  })

  // spec: EC-10
  it('refuses a wrong term at its field, and writes nothing', async () => {
    const [bien, acheteur] = [await build(), await client()]
    const all = { reservation_le: '2026-01-10', prix: 12_250_000, modele_id: suits(), version: 1 }
    const before = await fingerprints(t.db)
    const refusals: [object, number, object, Visitor?][] = [
      [
        { reservation_le: addJours(aujourdhui(), 1) },
        422,
        { reservation_le: ['La date ne peut pas être dans le futur.'] },
      ],
      [{ reservation_le: '2026-02-30' }, 422, { reservation_le: ["Cette date n'existe pas."] }],
      [
        { prix: -1 },
        422,
        { prix: ["Ce montant n'est pas valide : un nombre positif, deux décimales au plus."] },
      ],
      [
        { prix: 1e15 },
        422,
        { prix: ["Ce montant n'est pas valide : un nombre positif, deux décimales au plus."] },
      ],
      [{ modele_id: 987_654 }, 422, { modele_id: ['Veuillez choisir un modèle.'] }],
      [
        { modele_id: mensuel },
        422,
        { premier_jour: ['La date de la première échéance est obligatoire pour ce modèle.'] },
      ],
      [
        { modele_id: mensuel, premier_jour: '2026-03-01', nombre: 0 },
        422,
        { nombre: ["Le nombre d'échéances est de 1 à 120."] },
      ],
      [{}, 422, { prix: ['Votre rôle ne permet pas de changer le prix.'] }, nadia],
      ...(type === 'place_parking'
        ? ([
            [
              { modele_id: vsp },
              422,
              {
                modele_id: [
                  "Une place de parking n'a pas de bloc : son échéancier ne peut pas suivre un stade.",
                ],
              },
            ],
          ] as [object, number, object][])
        : []),
    ]
    for (const [term, status, errors, who] of refusals) {
      const refused = await sell(bien, { ...all, client_id: acheteur, ...term }, who)
      expect([term, refused.statusCode, refused.json]).toMatchObject([term, status, { errors }])
    }
    const stale = await sell(bien, { ...all, client_id: acheteur, version: 7 })
    expect([stale.statusCode, stale.json]).toEqual([
      409,
      { message: expect.stringContaining('entre-temps') as string },
    ])
    const blind = await sell(bien, { ...all, client_id: acheteur, prix: null, version: 7 })
    expect(blind.statusCode).toBe(409)
    expect((await sell(bien, { ...all, client_id: acheteur }, sami)).statusCode).toBe(403)
    expect(await fingerprints(t.db)).toEqual(before)
    // The seller who may not change prices sells at the price there is.
    const sold = await sell(bien, { ...all, client_id: acheteur, prix: 12_500_000 }, nadia)
    expect(sold.statusCode).toBe(200)
    expect(await changesOf(bien)).toEqual([])
  })

  // spec: EC-11
  it('twenty times at once, at different prices, ends in one sale at its own price', async () => {
    const [bien, acheteur] = [await build(), await client()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sell(bien, { client_id: acheteur, prix: 10_000_000 + n })),
    )
    const [sold, ...others] = answers.toSorted((a, b) => a.statusCode - b.statusCode)
    expect(sold?.statusCode).toBe(200)
    expect(others.map(({ statusCode }) => statusCode)).toEqual(others.map(() => 409))
    const { prix } = await venteOf(bien)
    expect(await bienOf(bien)).toEqual({ prix, version: 2 })
    expect(sold?.json).toMatchObject({ montant: prix / 100 })
    expect(await changesOf(bien)).toEqual([{ ancien: PRIX, nouveau: prix }])
  })
})

// spec: EC-08
it('a modèle with a day, or a price of nothing', async () => {
  const [{ sell, build }] = ACTES as [Acte]
  const dated = await build()
  const terms = { modele_id: mensuel, premier_jour: '2027-01-15', nombre: 3, pas_mois: 2, arrondi: 1000 }
  expect((await sell(dated, { client_id: await client(), ...terms })).statusCode).toBe(200)
  const { rows } = await sql<{ date_prevue: string; montant: number }>`
    select date_prevue, montant from echeances where vente_id = ${(await venteOf(dated)).id} order by rang`.execute(
    t.db,
  )
  expect(rows).toEqual([
    { date_prevue: '2027-01-15', montant: 416_600_000 },
    { date_prevue: '2027-03-15', montant: 416_600_000 },
    { date_prevue: '2027-05-15', montant: 416_800_000 },
  ])
  const free = await build()
  expect((await sell(free, { client_id: await client(), prix: 0, modele_id: vsp })).statusCode).toBe(200)
  expect(await venteOf(free)).toMatchObject({ prix: 0, planifiee: false })
  expect(await bienOf(free)).toEqual({ prix: 0, version: 2 })
})

// spec: EC-08
it('an attribution sent twice under one key is one sale, with its first answer', async () => {
  const [, , { sell, build }] = ACTES as [Acte, Acte, Acte]
  const [bien, client_id] = [await build(), await client()]
  const twice = () => sell(bien, { client_id, prix: 12_250_000 }, karim, { 'idempotency-key': 'vendre-79' })
  const [first, second] = [await twice(), await twice()]
  expect([first.statusCode, second.json]).toEqual([200, first.json])
  expect(await changesOf(bien)).toHaveLength(1)
})

// spec: EC-11
it('a revision of prices at the same time never leaves sale and bien apart: 100 times', async () => {
  const bloc = await buildBloc(t.db)
  const etage_id = (await buildEtage(t.db, { bloc_id: bloc.id })).id
  const acheteur = await client()
  const apart: number[] = []
  for (let round = 0; round < 100; round++) {
    const bien = await buildAppartement(t.db, { etage_id, prix: PRIX })
    const revision = { residence_id: bloc.residence_id, sorte: 'pourcent', valeur: 3 }
    const seen = await karim.post('/api/revisions-de-prix', { ...revision, essai: true })
    const { empreinte } = (seen.json as { data: { empreinte: string } }).data
    const [sold] = await Promise.all([
      karim.put(`/api/appartements/${bien}/assigner-client`, { client_id: acheteur, prix: 12_250_000 }),
      karim.post('/api/revisions-de-prix', { ...revision, empreinte }),
    ])
    if (sold.statusCode !== 200 || (await bienOf(bien)).prix !== (await venteOf(bien)).prix) apart.push(bien)
  }
  expect(apart).toEqual([])
}, 120_000)
