import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LEFT_BY_RETRAIT } from '#test/harness/actes.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildClient, buildResidence } from '#test/harness/builders.ts'
import { failedInvariants } from '#test/harness/invariants.ts'
import { fingerprints } from '#test/harness/tables.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'

let t: TestApp
let karim: Visitor
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
afterAll(() => t.close())

const palier = Array.from({ length: 6 }, () => ({
  typeLogement: 'F3',
  surfaceHabitable: 70,
  surfaceUtile: 5,
  montant: 9_000_000,
}))
const soixante = {
  blocs: { nombre: 2, nom: 'Bloc {A}', description: '' },
  niveaux: [{ de: 0, a: 4, palier }],
  numero: '{bloc}{niveau}{rang:2}',
  parking: { parking_nom: 'Sous-sol', nombre: 12, type_place: 'Box', montant: 500_000 },
}

async function generated(demande: object = soixante) {
  const residence = (await buildResidence(t.db)).id
  const before = await rowsOf()
  const { statusCode, json } = await karim.post(`/api/residences/${residence}/generer`, demande)
  expect(statusCode).toBe(201)
  return { residence, before, id: (json as { data: { generation_id: number } }).data.generation_id }
}

/** Every table but those that tell what happened: its rows, not where its numbering stands. */
async function rowsOf(): Promise<Record<string, string>> {
  const told = new Set([...LEFT_BY_RETRAIT, 'idempotence'])
  const tables = Object.entries(await fingerprints(t.db)).filter(([name]) => !told.has(name))
  return Object.fromEntries(tables.map(([name, print]) => [name, print.split(' ').slice(0, 2).join(' ')]))
}

const defaire = (id: number, body: object = {}) => karim.post(`/api/generations/${id}/defaire`, body)
const firstLot = async (residence: number) => {
  const { rows } = await sql<{ id: number; numero: string }>`
    select id, numero from biens_decrits where residence_id = ${residence} and type = 'appartement' order by id limit 1`.execute(
    t.db,
  )
  const [lot] = rows
  if (!lot) throw new Error('a generated residence has a lot')
  return lot
}
const jour = formatJourCourt(aujourdhui())

describe('a generation taken back', () => {
  // spec: IN-18
  it('removes all that it made in one call, and nothing else', async () => {
    const { id, residence, before } = await generated()
    expect((await defaire(id, { essai: true })).json).toEqual({
      data: { peut: true, obstacles: [], liens: [], nombre_obstacles: 0, retirees: 85, remises: 0 },
    })
    const done = await defaire(id)
    expect([done.statusCode, done.json]).toEqual([
      200,
      { data: { retirees: 85 }, message: 'Génération annulée : 85 fiches retirées.' },
    ])
    expect(await rowsOf()).toEqual(before)
    const { json } = await karim.get(`/api/residences/${residence}/generations`)
    expect(json).toEqual({
      data: [
        {
          id,
          le: expect.any(String),
          membre: expect.any(String),
          blocs: 2,
          etages: 10,
          appartements: 60,
          locaux: 0,
          places: 12,
          valeur: 546_000_000,
          peut_defaire: false,
          defait_le: expect.any(String),
        },
      ],
    })
    const lines = await t.db
      .selectFrom('journal')
      .select(['action', 'objet', 'objet_id', 'apres'])
      .orderBy('id', 'desc')
      .limit(86)
      .execute()
    expect(lines[0]).toEqual({
      action: 'defaire',
      objet: 'residence',
      objet_id: residence,
      apres: { retirees: 85 },
    })
    expect(lines.filter(({ action }) => action === 'supprimer')).toHaveLength(85)
    const again = await defaire(id, { essai: true })
    expect([again.statusCode, again.json]).toEqual([409, { message: "Cette génération ne s'annule plus." }])
    expect(await failedInvariants(t.db)).toEqual([])
  })

  // spec: IN-18
  it('into a bloc that was there removes only what it made', async () => {
    const { residence } = await generated()
    const bloc = await t.db
      .selectFrom('blocs')
      .select('id')
      .where('residence_id', '=', residence)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const before = await rowsOf()
    const { json } = await karim.post(`/api/residences/${residence}/generer`, {
      blocs: { ids: [bloc.id] },
      niveaux: [{ de: 5, a: 5, palier }],
      numero: '{bloc}{niveau}{rang:2}',
    })
    const done = await defaire((json as { data: { generation_id: number } }).data.generation_id)
    expect(done.json).toEqual({ data: { retirees: 7 }, message: 'Génération annulée : 7 fiches retirées.' })
    expect(await rowsOf()).toEqual(before)
    expect(await failedInvariants(t.db)).toEqual([])
  })

  it.each([
    [
      'sold',
      async (lot: number) => sell(lot),
      (numero: string) => `Lot ${numero} : vente à Samia Haddad du ${jour}.`,
    ],
    [
      'sold, and the sale ended',
      async (lot: number) => {
        await sell(lot)
        await karim.put(`/api/appartements/${lot}/retirer-client`, {})
      },
      (numero: string) => `Lot ${numero} : vente à Samia Haddad du ${jour}.`,
    ],
    [
      'repriced',
      async (lot: number) => {
        const { etage_id } = await t.db
          .selectFrom('appartements')
          .select('etage_id')
          .where('id', '=', lot)
          .executeTakeFirstOrThrow()
        const { statusCode } = await karim.form(`/api/appartements/${lot}?_method=PUT`, {
          numLot: 'A001',
          typeLogement: 'F3',
          surfaceHabitable: '70',
          surfaceUtile: '5',
          montant: '9500000',
          etage_id: String(etage_id),
        })
        expect(statusCode).toBe(200)
      },
      (numero: string) => `Lot ${numero} : prix modifié le ${jour}.`,
    ],
  ])('is refused with one line when a lot was %s since', async (_how, act, phrase) => {
    const { id, residence } = await generated()
    const lot = await firstLot(residence)
    await act(lot.id)
    const before = await fingerprints(t.db)
    const refused = await defaire(id)
    expect([refused.statusCode, refused.json]).toEqual([
      409,
      {
        message: 'Impossible : 1 fiche a servi depuis.',
        obstacles: [phrase(lot.numero)],
        liens: [`/appartement?details=${lot.id}`],
      },
    ])
    const { json } = await defaire(id, { essai: true })
    expect(json).toMatchObject({ data: { peut: false, nombre_obstacles: 1, retirees: 85 } })
    expect(await fingerprints(t.db)).toEqual(before)
  })

  async function sell(lot: number) {
    const { id } = await buildClient(t.db, { nom_complet: 'Samia Haddad' })
    const { statusCode } = await karim.put(`/api/appartements/${lot}/assigner-client`, { client_id: id })
    expect(statusCode).toBe(200)
  }
})
