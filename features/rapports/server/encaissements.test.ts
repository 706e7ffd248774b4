import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMois, aujourdhui, formatMoisCourt, type Jour } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEtage,
  buildResidence,
  pay,
  payByCheque,
  sell,
} from '#test/harness/builders.ts'

interface Sommes {
  encaisse: number
  nombre: number
  rejete: number
  net: number
  rembourse: number
  retenues: number
  timbre: number
}
interface Encaissements {
  du: string | null
  au: string | null
  bornes: { premier: string; dernier: string } | null
  totals: Sommes
  modes: { mode: string | null; nombre: number; montant: number }[]
  mois: ({ mois: string } & Sommes)[]
  residences: { data: ({ id: number; nom: string } & Sommes)[]; total: number; per_page: number }
}

const today = aujourdhui()
const premierDuMois = (n: number): Jour => addMois(`${today.slice(0, 7)}-01`, n)
const [JUIN, OCTOBRE, NOVEMBRE] = [premierDuMois(-5), premierDuMois(-1), premierDuMois(0)]
const moisDe = (jour: Jour) => jour.slice(0, 7)
const RIEN = { encaisse: 0, nombre: 0, rejete: 0, net: 0, rembourse: 0, retenues: 0, timbre: 0 }

let t: TestApp
let karim: Visitor
/** The report of a portfolio in which nothing was paid yet. */
let before: Encaissements
let lilas: number
let oliviers: number
const read = async (query = '') =>
  (await karim.get(`/api/rapports/encaissements${query}`)).json as Encaissements
const line = (lus: Encaissements, jour: Jour) => lus.mois.find(({ mois }) => mois === moisDe(jour))
const sum = (lines: readonly Sommes[]) =>
  Object.fromEntries(
    Object.keys(RIEN).map((key) => [
      key,
      Math.round(lines.reduce((total, one) => total + one[key as keyof Sommes], 0) * 100) / 100,
    ]),
  )

/** June: 5 000 000 of A. October: a cheque. November: A désisted, 2 250 000 given back, 250 000 kept; 2 700 000 paid; the cheque rejected. */
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  before = await read()
  const build = async (nom: string) => {
    const { id: residence_id } = await buildResidence(t.db, { nom })
    const { id: bloc_id } = await buildBloc(t.db, { residence_id })
    return { residence_id, etage_id: (await buildEtage(t.db, { bloc_id })).id }
  }
  const a = await build('Les Lilas')
  const b = await build('Les Oliviers')
  lilas = a.residence_id
  oliviers = b.residence_id
  const client = (await buildClient(t.db)).id
  const sold = async (etage_id: number) => {
    const vente = await sell(t.db, await buildAppartement(t.db, { etage_id, prix: 2_000_000_000 }), client)
    await t.db.updateTable('ventes').set({ reservation_le: JUIN }).where('id', '=', vente).execute()
    return vente
  }
  const venteA = await sold(a.etage_id)
  const venteB = await sold(b.etage_id)
  await pay(t.db, venteA, 500_000_000, JUIN, { mode: 'virement' })
  await pay(t.db, venteB, 269_999_950, NOVEMBRE, { mode: 'especes', timbre: 150_000 })
  await pay(t.db, venteB, 50, NOVEMBRE)
  const cheque = await payByCheque(t.db, venteB, 100_000_000, { date_paiement: OCTOBRE })
  const end = { demande_le: NOVEMBRE, origine: 'client', motif: 'Mutation', retenue: 250_000 }
  const back = { jour: NOVEMBRE, montant: 2_250_000, mode: 'virement' }
  for (const [path, body] of [
    [`/api/ventes/${venteA}/desistement`, end],
    [`/api/ventes/${venteA}/remboursements`, back],
    [`/api/cheques/${cheque}/rejeter`, { rejete_le: NOVEMBRE, motif: 'Opposition' }],
  ] as const)
    if ((await karim.post(path, body)).statusCode >= 300) throw new Error(path)
})
afterAll(() => t.close())

// spec: CO-14
describe('the encaissements', () => {
  it('tell each month of the span: what came in, what was rejected in it, refunds, retenues and timbre beside it', async () => {
    expect(before).toMatchObject({ du: null, au: null, bornes: null, totals: RIEN, mois: [], modes: [] })
    const lus = await read()
    expect([lus.du, lus.au, lus.bornes]).toEqual([
      moisDe(JUIN),
      moisDe(NOVEMBRE),
      { premier: moisDe(JUIN), dernier: moisDe(NOVEMBRE) },
    ])
    expect(lus.mois.map(({ mois }) => mois)).toEqual(
      [-5, -4, -3, -2, -1, 0].map((n) => moisDe(premierDuMois(n))),
    )
    expect(line(lus, JUIN)).toMatchObject({ ...RIEN, encaisse: 5_000_000, nombre: 1, net: 5_000_000 })
    expect(line(lus, premierDuMois(-2))).toMatchObject(RIEN)
    expect(line(lus, OCTOBRE)).toMatchObject({ ...RIEN, encaisse: 1_000_000, nombre: 1, net: 1_000_000 })
    expect(line(lus, NOVEMBRE)).toMatchObject({
      encaisse: 2_700_000,
      nombre: 2,
      rejete: 1_000_000,
      net: 1_700_000,
      rembourse: 2_250_000,
      retenues: 250_000,
      timbre: 1_500,
    })
  })

  it('add up: months, residences and modes to the totals, their net to what all ventes have paid', async () => {
    const lus = await read()
    expect(sum(lus.mois)).toEqual(lus.totals)
    expect(sum(lus.residences.data)).toEqual(lus.totals)
    expect(lus.modes).toEqual([
      { mode: 'virement', nombre: 1, montant: 5_000_000 },
      { mode: 'cheque', nombre: 1, montant: 1_000_000 },
      { mode: 'especes', nombre: 1, montant: 2_699_999.5 },
      { mode: null, nombre: 1, montant: 0.5 },
    ])
    const { rows } = await sql<{ paye: number }>`select sum(total_paye)::bigint as paye from ventes`.execute(
      t.db,
    )
    expect(lus.totals.net * 100).toBe(rows[0]?.paye)
  })

  it('have the months of the dashboard', async () => {
    const { ventes } = (await karim.get('/api/dashboard')).json as {
      ventes: { mois: { mois: string; montant: number }[] }
    }
    const lus = await read(`?du=${moisDe(premierDuMois(-11))}&au=${moisDe(NOVEMBRE)}`)
    expect(lus.mois.map(({ mois, net }) => ({ mois, montant: net }))).toEqual(ventes.mois)
  })

  it('are narrowed to a residence and to months, in either order; what cannot be read counts as absent', async () => {
    const one = await read(`?residence=${lilas}&du=${moisDe(NOVEMBRE)}&au=${moisDe(OCTOBRE)}`)
    expect([one.du, one.au]).toEqual([moisDe(OCTOBRE), moisDe(NOVEMBRE)])
    expect(one.residences.data).toEqual([
      { ...RIEN, id: lilas, nom: 'Les Lilas', rembourse: 2_250_000, retenues: 250_000 },
    ])
    expect(one.totals).toEqual({ ...RIEN, rembourse: 2_250_000, retenues: 250_000 })
    expect(one.modes).toEqual([])
    expect(await read('?du=2026-13&au=demain&residence=x')).toEqual(await read())
    const page = await read('?per_page=1&page=2')
    expect([page.residences.total, page.residences.data.map(({ id }) => id)]).toEqual([2, [oliviers]])
    expect(page.totals).toEqual((await read()).totals)
    // A month without anything, after all that was recorded, is there.
    const later = moisDe(premierDuMois(2))
    expect((await read(`?du=${later}`)).mois).toEqual([{ mois: later, ...RIEN }])
  })
})

// spec: CO-34
describe('the files of the reports', () => {
  it('hold the figures of the screen, by month, by residence, by both and by mode', async () => {
    const lus = await read()
    const answer = await karim.get('/api/rapports/encaissements/export?format=csv')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain(
      `encaissements_${moisDe(JUIN)}_${moisDe(NOVEMBRE)}.xlsx`,
    )
    const { sheets } = await readXlsx(answer.rawPayload)
    expect(sheets.map(({ name }) => name)).toEqual([
      'Par mois',
      'Par résidence',
      'Mois × résidence',
      'Par mode',
      'Synthèse',
    ])
    const figures = ({ nombre, encaisse, rejete, net, rembourse, retenues, timbre }: Sommes) => [
      nombre,
      encaisse,
      rejete,
      net,
      rembourse,
      retenues,
      timbre,
    ]
    const [parMois, parResidence, croisees, parMode] = sheets.map(({ rows }) => rows.slice(1))
    expect(parMois).toEqual([
      ...lus.mois.map((lu) => [formatMoisCourt(lu.mois), ...figures(lu)]),
      ['Total', ...figures(lus.totals)],
    ])
    expect(parResidence).toEqual([
      ...lus.residences.data.map((lu) => [lu.nom, ...figures(lu)]),
      ['Total', ...figures(lus.totals)],
    ])
    expect(croisees?.map(([mois, nom]) => [mois, nom])).toEqual([
      [formatMoisCourt(moisDe(JUIN)), 'Les Lilas'],
      [formatMoisCourt(moisDe(OCTOBRE)), 'Les Oliviers'],
      [formatMoisCourt(moisDe(NOVEMBRE)), 'Les Lilas'],
      [formatMoisCourt(moisDe(NOVEMBRE)), 'Les Oliviers'],
      ['Total', null],
    ])
    expect(croisees?.at(-1)?.slice(2)).toEqual(figures(lus.totals))
    expect(parMode?.at(-1)).toEqual(['Total', lus.totals.nombre, lus.totals.encaisse])
  })

  it('are 404 for a report of another name', async () => {
    for (const rapport of ['recettes', 'recus', 'constructor', '%20'])
      expect((await karim.get(`/api/rapports/${rapport}/export`)).statusCode).toBe(404)
  })
})
