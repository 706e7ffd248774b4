import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMois, aujourdhui } from '#shared/dates.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import {
  buildAppartement,
  buildBloc,
  buildClient,
  buildEcheancier,
  buildEtage,
  buildResidence,
  pay,
  sell,
} from '#test/harness/builders.ts'

const ROUNDS = process.env['PREUVE'] === 'jour' ? 10 : 100
const JOUR = addMois(`${aujourdhui().slice(0, 7)}-01`, -1)
const MOIS = JOUR.slice(0, 7)
const PRIX = 100_000_000

let t: TestApp
let karim: Visitor
const lieux: { residence: number; bloc: number }[] = []
let etage: Awaited<ReturnType<typeof buildEtage>>
let versement: {
  client_id: number
  appartement_id: number
  date_paiement: string
  mode: string
  versement: number
}

beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
  for (const nom of ['Les Lilas', 'Les Oliviers']) {
    const { id: residence } = await buildResidence(t.db, { nom })
    // Each has a lot of its own, so that it stands in every report.
    const { id: bloc } = await buildBloc(t.db, { residence_id: residence })
    await buildAppartement(t.db, { etage_id: (await buildEtage(t.db, { bloc_id: bloc })).id, prix: PRIX })
    lieux.push({ residence, bloc })
  }
  etage = await buildEtage(t.db, { bloc_id: lieux[0]?.bloc ?? 0 })
  const bien = await buildAppartement(t.db, { etage_id: etage.id, prix: PRIX })
  const client = (await buildClient(t.db)).id
  const vente = await sell(t.db, bien, client)
  await t.db.updateTable('ventes').set({ reservation_le: JOUR }).where('id', '=', vente).execute()
  await buildEcheancier(t.db, vente, [[PRIX, addMois(`${aujourdhui().slice(0, 7)}-01`, 2)]])
  await pay(t.db, vente, 1_000, JOUR, { mode: 'virement' })
  versement = { client_id: client, appartement_id: bien, date_paiement: JOUR, mode: 'virement', versement: 1 }
})
afterAll(() => t.close())

interface Chiffres {
  id: number
  encaisse?: number
  ventes?: number
  vendus?: number
  paye?: number
  total?: number
}
type Lu = {
  residences?: { data: Chiffres[] }
  lignes?: { data: Chiffres[] }
  data?: { residence: { id: number }; encaisse: number }[]
}

/** Answers of each report on the sold lot and its place, in each of the two residences. */
const RAPPORTS: Record<string, (lu: Lu, residence: number) => number> = {
  [`/api/rapports/encaissements?du=${MOIS}&au=${MOIS}`]: (lu, id) =>
    of(lu.residences?.data, id)?.encaisse ?? 0,
  '/api/rapports/previsions': (lu, id) => of(lu.residences?.data, id)?.total ?? 0,
  [`/api/rapports/ventes?du=${MOIS}&au=${MOIS}`]: (lu, id) => of(lu.lignes?.data, id)?.ventes ?? 0,
  '/api/rapports/residences': (lu, id) => of(lu.residences?.data, id)?.vendus ?? 0,
  [`/api/rapports/residences?au=${aujourdhui()}`]: (lu, id) => of(lu.residences?.data, id)?.paye ?? 0,
  [`/api/rapports/tva?mois=${MOIS}`]: (lu, id) =>
    lu.data?.reduce((sum, ligne) => (ligne.residence.id === id ? sum + ligne.encaisse : sum), 0) ?? 0,
}
const of = (lignes: readonly Chiffres[] | undefined, id: number) => lignes?.find((one) => one.id === id)

/** How much stands in each residence, by report. */
const read = async (path: string): Promise<number[]> => {
  const { json } = await karim.get(path)
  return lieux.map(({ residence }) => RAPPORTS[path]?.(json as Lu, residence) ?? -1)
}

// spec: CO-38
it(`a sold lot that moves to another residence stands in one of them alone in every report, past months too, ${ROUNDS} times while it is paid`, async () => {
  const paths = Object.keys(RAPPORTS)
  for (let round = 1; round <= ROUNDS; round++) {
    const to = lieux[round % 2]
    const moved = karim.put(`/api/etages/${etage.id}`, {
      bloc_id: to?.bloc,
      designation: etage.designation,
      niveau: etage.niveau,
      logement_par_palier: etage.logement_par_palier,
    })
    const paid = karim.post('/api/paiements', versement)
    const meanwhile = await Promise.all(paths.map(read))
    expect([(await moved).statusCode, (await paid).statusCode]).toEqual([200, 201])
    // At no instant it stands in both, or in none.
    for (const [at, [a = 0, b = 0]] of meanwhile.entries())
      expect([paths[at], a * b, a + b > 0]).toEqual([paths[at], 0, true])
    const paye = 10 + round
    for (const [path, expected] of [
      [paths[0], paye],
      [paths[1], PRIX / 100 - paye],
      [paths[2], 1],
      [paths[3], 1],
      [paths[4], paye],
      [paths[5], paye],
    ] as const)
      expect([path, await read(path ?? '')]).toEqual([path, round % 2 === 0 ? [expected, 0] : [0, expected]])
  }
})
