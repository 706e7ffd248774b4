import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPrevisions } from '#features/rapports/server/previsions.service.ts'
import { addJours, addMois, aujourdhui, type Jour } from '#shared/dates.ts'
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
  en_retard: number
  mois: { mois: string; ferme: number; prevu: number }[]
  depasse: number
  plus_tard: { ferme: number; prevu: number }
  attend_contrat: number
  sans_date: number
  sans_echeancier: number
  total: number
}
interface Previsions extends Sommes {
  aujourdhui: string
  residences: { data: ({ id: number; nom: string } & Sommes)[]; total: number }
}

const today = aujourdhui()
const dans = (mois: number): Jour => addMois(`${today.slice(0, 7)}-01`, mois)

let t: TestApp
let karim: Visitor
let stade: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  const first = await t.db.selectFrom('stades').select('id').orderBy('rang').executeTakeFirstOrThrow()
  stade = first.id
})
afterAll(() => t.close())

const read = async (query = '') => (await karim.get(`/api/rapports/previsions${query}`)).json as Previsions

/** A sale in a residence of its own, reserved long ago, with these lines. */
async function vendre(nom: string, lignes: readonly Record<string, unknown>[], prix?: number) {
  const { id: residence } = await buildResidence(t.db, { nom })
  const { id: bloc } = await buildBloc(t.db, { residence_id: residence })
  const { id: etage_id } = await buildEtage(t.db, { bloc_id: bloc })
  const sum = prix ?? lignes.reduce((total, { montant }) => total + Number(montant), 0)
  const bien = await buildAppartement(t.db, { etage_id, prix: sum * 100 })
  const vente = await sell(t.db, bien, (await buildClient(t.db)).id)
  await t.db.updateTable('ventes').set({ reservation_le: '2026-01-05' }).where('id', '=', vente).execute()
  if (lignes.length > 0) {
    const saved = await karim.put(`/api/ventes/${vente}/echeancier`, {
      lignes: lignes.map((ligne, rang) => ({ libelle: `Ligne ${rang + 1}`, ...ligne })),
    })
    if (saved.statusCode !== 200) throw new Error(JSON.stringify(saved.json))
  }
  return { residence, bloc, vente }
}
const foresee = (residence: number, bloc: number, prevu_le: Jour | null) =>
  karim.put(`/api/residences/${residence}/previsions`, {
    blocs: [{ id: bloc, stades: [{ stade_id: stade, prevu_le }] }],
  })
const rows = ({
  en_retard,
  mois,
  depasse,
  plus_tard,
  attend_contrat,
  sans_date,
  sans_echeancier,
}: Sommes) => [
  en_retard,
  ...[...mois, plus_tard].flatMap(({ ferme, prevu }) => [ferme, prevu]),
  depasse,
  attend_contrat,
  sans_date,
  sans_echeancier,
]
const sum = (figures: readonly number[]) => figures.reduce((total, one) => total + one, 0)
const remaining = async () => {
  const { rows: found } = await sql<{ reste: number }>`
    select sum(prix - total_paye)::bigint as reste from ventes where terminee_le is null`.execute(t.db)
  return (found[0]?.reste ?? 0) / 100
}
const retard = async (query = '') =>
  ((await karim.get(`/api/echeances?onglet=retard${query}`)).json as { totals: { reste: number } }).totals
    .reste

/** The lines of the worked example. */
const EXEMPLE = () => [
  { montant: 2_000_000, declencheur: 'date', date_prevue: '2026-01-10' },
  { montant: 1_500_000, declencheur: 'date', date_prevue: '2026-03-10' },
  { montant: 3_500_000, declencheur: 'date', date_prevue: '2026-06-10' },
  { montant: 2_500_000, declencheur: 'stade', stade_id: stade },
  { montant: 500_000, declencheur: 'livraison' },
]

// spec: CO-20
describe('the prévisions', () => {
  it('tell the worked example of D.10, and the reached stade that waits for its contract', async () => {
    const { residence, bloc, vente } = await vendre('Les Lilas', EXEMPLE())
    expect((await foresee(residence, bloc, '2026-04-15')).statusCode).toBe(200)
    await pay(t.db, vente, 270_000_000)
    const on = async () => (await readPrevisions(t.db, { residence: undefined }, '2026-04-20')).sommes
    const lues = await on()
    expect(lues).toMatchObject({
      en_retard: 80_000_000,
      depasse: 250_000_000,
      plus_tard: { ferme: 0, prevu: 0 },
      attend_contrat: 0,
      sans_date: 50_000_000,
      sans_echeancier: 0,
      total: 730_000_000,
    })
    expect(lues.mois.map(({ mois }) => mois)).toEqual([
      ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map((mois) => `2026-${mois}`),
      ...['01', '02', '03'].map((mois) => `2027-${mois}`),
    ])
    expect(lues.mois.filter(({ ferme, prevu }) => ferme + prevu > 0)).toEqual([
      { mois: '2026-06', ferme: 350_000_000, prevu: 0 },
    ])
    await karim.put(`/api/blocs/${bloc}/stades/${stade}`, { atteint_le: '2026-04-10' })
    expect(await on()).toMatchObject({ depasse: 0, attend_contrat: 250_000_000, total: 730_000_000 })
    // A contract makes it due; what is due today is firm, of this month.
    await karim.put(`/api/ventes/${vente}`, { reservation_le: '2026-01-05', contrat_le: '2026-04-20' })
    const signed = await on()
    expect([signed.attend_contrat, signed.mois[0]]).toEqual([
      0,
      { mois: '2026-04', ferme: 250_000_000, prevu: 0 },
    ])
  })

  it('put each line in one place, and add up to what remains of all open ventes, by residence too', async () => {
    const autre = await vendre('Les Oliviers', [
      { montant: 1_000, declencheur: 'contrat', date_prevue: addJours(today, 2) },
      { montant: 2_000, declencheur: 'contrat' },
      { montant: 4_000.5, declencheur: 'stade', stade_id: stade, date_prevue: dans(3) },
      { montant: 8_000, declencheur: 'date', date_prevue: today },
      { montant: 16_000, declencheur: 'date', date_prevue: dans(14) },
      { montant: 32_000, declencheur: 'livraison', date_prevue: dans(13) },
    ])
    await vendre('Sans', [], 700_000)
    const lues = await read()
    expect(lues.aujourdhui).toBe(today)
    const ours = lues.residences.data.find(({ id }) => id === autre.residence)
    const at = (jour: Jour) => ours?.mois.find(({ mois }) => mois === jour.slice(0, 7))
    // The day of its own stands though it waits for the contract, as in À venir.
    expect(at(addJours(today, 2))?.prevu).toBe(1_000)
    expect(at(dans(3))?.prevu).toBe(4_000.5)
    expect(at(today)?.ferme).toBe(8_000)
    expect(ours).toMatchObject({
      nom: 'Les Oliviers',
      en_retard: 0,
      attend_contrat: 2_000,
      plus_tard: { ferme: 16_000, prevu: 32_000 },
      total: 63_000.5,
    })
    expect(lues.sans_echeancier).toBe(700_000)
    expect(sum(rows(lues))).toBe(lues.total)
    expect(lues.total).toBe(await remaining())
    const parResidence = lues.residences.data.map(rows)
    expect(rows(lues)).toEqual(rows(lues).map((_, rang) => sum(parResidence.map((one) => one[rang] ?? 0))))
    expect(sum(lues.residences.data.map(({ total }) => total))).toBe(lues.total)
  })

  it('are late by what Échéances says is late, and move with it at once', async () => {
    const { residence, bloc, vente } = await vendre('Les Palmiers', [
      { montant: 5_000, declencheur: 'date', date_prevue: addJours(today, -1) },
      { montant: 3_000, declencheur: 'stade', stade_id: stade },
    ])
    const check = async (en_retard: number, total: number) => {
      const lues = await read(`?residence=${residence}`)
      expect([lues.en_retard, lues.total]).toEqual([en_retard, total])
      expect(await retard(`&residence_id=${residence}`)).toBe(en_retard)
      expect(lues.residences.data.map(({ id, total: one }) => [id, one])).toEqual([[residence, total]])
      expect((await read()).en_retard).toBe(await retard())
      return lues
    }
    expect((await check(5_000, 8_000)).sans_date).toBe(3_000)
    const cheque = await payByCheque(t.db, vente, 200_000)
    await check(3_000, 6_000)
    await karim.post(`/api/cheques/${cheque}/rejeter`, { rejete_le: today, motif: 'Opposition' })
    await check(5_000, 8_000)
    await foresee(residence, bloc, dans(2))
    expect((await check(5_000, 8_000)).mois[2]).toEqual({ mois: dans(2).slice(0, 7), ferme: 0, prevu: 3_000 })
    await karim.put(`/api/ventes/${vente}`, { reservation_le: '2026-01-05', contrat_le: addJours(today, -9) })
    await karim.put(`/api/blocs/${bloc}/stades/${stade}`, { atteint_le: addJours(today, -5) })
    await check(8_000, 8_000)
  })
})

// spec: CO-34
it('the workbook of the prévisions holds the figures of the screen', async () => {
  const lues = await read()
  const answer = await karim.get('/api/rapports/previsions/export')
  expect(answer.headers['content-disposition']).toContain(`previsions_${today}.xlsx`)
  const { sheets } = await readXlsx(answer.rawPayload)
  expect(sheets.map(({ name }) => name)).toEqual([
    'Par mois',
    'Par résidence',
    'Mois × résidence',
    'Synthèse',
  ])
  const [parMois, parResidence, croisees] = sheets.map((sheet) => sheet.rows)
  expect(parMois?.slice(1).map((row) => row[3])).toEqual([
    lues.en_retard,
    ...[...lues.mois, lues.plus_tard].map(({ ferme, prevu }) => ferme + prevu),
    lues.depasse,
    lues.attend_contrat,
    lues.sans_date,
    lues.sans_echeancier,
    lues.total,
  ])
  expect(parResidence?.slice(1).map((row) => [row[0], row.at(-1)])).toEqual([
    ...lues.residences.data.map(({ nom, total }) => [nom, total]),
    ['Total', lues.total],
  ])
  expect(croisees?.at(-1)?.at(-1)).toBe(lues.total)
})
