import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tvaDe } from '#features/rapports/tva.rules.ts'
import { stopPdf } from '#server/documents/pdf.ts'
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
import { readPdf } from '#test/harness/pdf.ts'

interface Tva {
  mois: string
  data: {
    residence: { id: number }
    type: string
    encaisse: number
    rejete: number
    taux: number | null
    base: number | null
    tva: number | null
  }[]
  totals: { encaisse: number; rejete: number; base: number; tva: number }
  cheques_en_attente: { nombre: number; montant: number }
  timbre: number
  reprises: number
}

let t: TestApp
let karim: Visitor
let residence: number
let vente: number
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  residence = (await buildResidence(t.db)).id
  const { id: bloc_id } = await buildBloc(t.db, { residence_id: residence })
  const etage_id = (await buildEtage(t.db, { bloc_id })).id
  const bien = await buildAppartement(t.db, { prix: 10_000_000_000, etage_id })
  vente = await sell(t.db, bien, (await buildClient(t.db)).id)
  await taux({ taux: 19, depuis: '2025-01', avant: null })
})
afterAll(async () => {
  await stopPdf()
  await t.close()
})

const SANS = { taux: null, depuis: '2025-01', avant: null }
const taux = async (appartement: object, encaissements_du = '2025-01-01') => {
  const valeur = { appartement, local: SANS, place_parking: SANS, encaissements_du }
  expect((await karim.put('/api/parametres/tva', { valeur })).statusCode).toBe(200)
}
const read = async (mois: string) => (await karim.get(`/api/rapports/tva?mois=${mois}`)).json as Tva
const line = async (mois: string) => (await read(mois)).data.find((one) => one.residence.id === residence)

describe('TVA on what is received', () => {
  // spec: CO-18
  it('is taken of the sum of a month and not per payment, half away from zero (D.8)', async () => {
    await pay(t.db, vente, 500_000_00, '2026-03-02')
    await pay(t.db, vente, 500_000_00, '2026-03-31')
    expect(await line('2026-03')).toMatchObject({
      type: 'appartement',
      encaisse: 1_000_000,
      rejete: 0,
      taux: 19,
      base: 840_336.13,
      tva: 159_663.87,
    })
    expect(tvaDe(500_000_00, 1900) * 2).toBe(159_663_86)
  })

  // spec: CO-18
  it('is negative in a month of one rejection', async () => {
    await payByCheque(t.db, vente, 3_000_000_00, {
      date_paiement: '2026-03-28',
      rejete_le: '2026-04-12',
      motif_rejet: 'Provision',
    })
    expect(await line('2026-03')).toMatchObject({ encaisse: 3_000_000, rejete: 0 })
    expect(await line('2026-04')).toMatchObject({
      encaisse: 0,
      rejete: 3_000_000,
      base: -2_521_008.4,
      tva: -478_991.6,
    })
  })

  // spec: CO-18
  it('has the rate of its month: the one before until it changed; none is said to lack', async () => {
    await pay(t.db, vente, 1_090_00, '2025-12-31')
    await pay(t.db, vente, 1_190_00, '2026-01-01')
    await taux({ taux: 19, depuis: '2026-01', avant: 9 })
    expect(await line('2025-12')).toMatchObject({ taux: 9, base: 1000, tva: 90 })
    expect(await line('2026-01')).toMatchObject({ taux: 19, base: 1000, tva: 190 })
    await taux({ taux: 19, depuis: '2026-01', avant: null })
    expect(await line('2025-12')).toMatchObject({ encaisse: 1090, taux: null, base: null, tva: null })
  })

  // spec: CO-18
  it('leaves out what was received before, its rejection too, and reprises, which are told apart', async () => {
    const june = await read('2026-06')
    await payByCheque(t.db, vente, 700_000_00, {
      date_paiement: '2024-12-31',
      rejete_le: '2026-06-02',
      motif_rejet: 'Provision',
    })
    await pay(t.db, vente, 200_000_00, '2026-06-05')
    await t.db
      .insertInto('recus')
      .values({ annee: 0, dernier: 2 })
      .onConflict((c) => c.doNothing())
      .execute()
    await pay(t.db, vente, 90_000_00, '2026-06-06', { recu_annee: 0, recu_numero: 1, mode: 'virement' })
    const after = await read('2026-06')
    expect(await line('2026-06')).toMatchObject({ encaisse: 200_000, rejete: 0 })
    expect(await line('2024-12')).toMatchObject({ encaisse: 0, rejete: 0 })
    expect(after.reprises - june.reprises).toBe(90_000)
    const { mois } = (await karim.get('/api/rapports/encaissements?du=2026-06&au=2026-06')).json as {
      mois: { net: number }[]
    }
    // The rejection of the payment of 2024 is the one difference.
    expect(after.totals.encaisse - after.totals.rejete + after.reprises - 700_000).toBe(mois[0]?.net)
  })

  // spec: CO-18, CO-17
  it('totals add the lines; cheques that wait and the droit de timbre of the month stand beside them', async () => {
    const before = await read('2026-05')
    await payByCheque(t.db, vente, 400_000_00, { date_paiement: '2026-05-03' })
    await payByCheque(t.db, vente, 100_000_00, { date_paiement: '2026-05-03', encaisse_le: '2026-05-04' })
    await pay(t.db, vente, 950_000_00, '2026-05-09', { mode: 'especes', timbre: 19_000_00 })
    const after = await read('2026-05')
    for (const key of ['encaisse', 'rejete', 'base', 'tva'] as const)
      expect(after.totals[key]).toBeCloseTo(
        after.data.reduce((sum, one) => sum + (one[key] ?? 0), 0),
        2,
      )
    expect([
      after.cheques_en_attente.nombre - before.cheques_en_attente.nombre,
      after.cheques_en_attente.montant - before.cheques_en_attente.montant,
      after.timbre - before.timbre,
    ]).toEqual([1, 400_000, 19_000])
  })

  // spec: CO-34
  it('is a workbook, and the paper « État mensuel de la TVA sur encaissements »', async () => {
    await pay(t.db, vente, 1_000_000_00, '2026-03-02')
    const xlsx = await karim.get('/api/rapports/tva/export?mois=2026-03')
    expect(xlsx.headers['content-disposition']).toContain('tva_2026-03.xlsx')
    const [sheet] = (await readXlsx(xlsx.rawPayload)).sheets
    expect(JSON.stringify(sheet?.rows)).toContain('159663.87')
    const pdf = await karim.get('/api/rapports/tva/export?mois=2026-03&format=pdf')
    expect(pdf.headers['content-disposition']).toContain('etat_tva_2026-03.pdf')
    const { text } = await readPdf(pdf.rawPayload)
    expect(text).toContain('État mensuel de la TVA sur encaissements')
    expect(text).toContain('À confirmer avec votre comptable.')
  })
})
