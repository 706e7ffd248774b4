import { readXlsx } from 'hucre/xlsx'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { on, readSituation } from '#features/rapports/server/situation.essais.ts'
import { stopPdf } from '#server/documents/pdf.ts'
import { startApp, type TestApp, type Visitor } from '#test/harness/app.ts'
import { buildBloc, buildClient, buildLocal, idOf } from '#test/harness/builders.ts'
import { readPdf } from '#test/harness/pdf.ts'

let t: TestApp
let karim: Visitor
let bloc: number
let residence: number
let [a, b] = [0, 0]
let [bien, autre, vente] = [0, 0, 0]
beforeAll(async () => {
  t = await startApp()
  karim = await t.member()
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-07-20T12:00:00Z'))
  const found = await buildBloc(t.db)
  bloc = found.id
  residence = found.residence_id
  a = (await buildClient(t.db, { nom_complet: 'Amel Aouadi' })).id
  b = (await buildClient(t.db, { nom_complet: 'Brahim Bouzid' })).id
  bien = await buildLocal(t.db, { num: 'L-1', bloc_id: bloc, prix: 1_000_000_000 })
  autre = await buildLocal(t.db, { num: 'L-2', bloc_id: bloc, prix: 900_000_000 })
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await stopPdf()
  await t.close()
})

/** The recap of the residence that a test has for itself. */
const recap = (query = '') => readSituation(karim, `&residence=${residence}${query}`)
const reserver = async (jour: string, body: object = {}) => {
  await on(t, jour, () => karim.put(`/api/locaux/${bien}/assigner-client`, { client_id: a, ...body }))
  const rows = await t.db.selectFrom('ventes').select('id').where('bien_id', '=', bien).execute()
  vente = rows.at(-1)?.id ?? 0
}
const verser = async (jour: string, versement: number, rest: object = {}) =>
  idOf(
    await on(t, jour, () =>
      karim.post('/api/paiements', { client_id: a, local_id: bien, date_paiement: jour, versement, ...rest }),
    ),
  )
const rejeter = (jour: string, id: number) =>
  on(t, jour, () => karim.post(`/api/cheques/${id}/rejeter`, { rejete_le: jour, motif: 'Provision' }))
const changerLePrix = (jour: string, montant: number, id = bien, num = 'L-1') =>
  on(t, jour, () => karim.put(`/api/locaux/${id}`, { num, surface: 45, montant, bloc_id: bloc }))
const ceder = (jour: string) =>
  on(t, jour, () => karim.post(`/api/ventes/${vente}/transfert-client`, { client_id: b, motif: 'Cession' }))
const transferer = (jour: string, montant?: number) =>
  on(t, jour, () =>
    karim.post(`/api/ventes/${vente}/transfert-bien`, { bien_id: autre, montant, motif: 'Préfère' }),
  )
const desister = (jour: string) =>
  on(t, jour, () =>
    karim.post(`/api/ventes/${vente}/desistement`, {
      demande_le: jour,
      origine: 'client',
      motif: 'Finances',
      retenue: 0,
    }),
  )
const CHEQUE = { mode: 'cheque', banque: 'BNA', reference: '0012345' }

/** Client, bien, price, paid, remainder and share of the one sale of a day; undefined where there is none. */
async function au(jour: string) {
  vi.setSystemTime(new Date('2026-07-20T12:00:00Z'))
  const { lignes, totals } = await recap(`&situation=${jour}`)
  expect(totals.nombre_biens).toBe(lignes.length)
  expect(lignes.length).toBeLessThan(2)
  const [client, nlot, , prix, paye, reste, part] = lignes[0]?.split(' | ') ?? []
  if (client === undefined) return undefined
  expect([totals.montant_global, totals.total_paye, totals.total_restant]).toEqual(
    [prix, paye, reste].map(Number),
  )
  return [client, nlot, Number(prix), Number(paye), Number(reste), Number(part)]
}
const A = 'Amel Aouadi'
const B = 'Brahim Bouzid'

describe('the recap as it stood on a day', () => {
  // spec: CO-15
  it('the worked example: reserved, paid, rejected, dearer, ceded, désisted', async () => {
    await reserver('2026-01-05')
    await verser('2026-01-10', 2_000_000, { mode: 'virement' })
    const cheque = await verser('2026-03-28', 3_000_000, CHEQUE)
    await rejeter('2026-04-12', cheque)
    await changerLePrix('2026-05-05', 10_500_000)
    await ceder('2026-05-20')
    await desister('2026-06-30')
    expect(await au('2026-01-04')).toBeUndefined()
    expect(await au('2026-01-05')).toEqual([A, 'L-1', 10_000_000, 0, 10_000_000, 0])
    expect(await au('2026-03-31')).toEqual([A, 'L-1', 10_000_000, 5_000_000, 5_000_000, 50])
    expect(await au('2026-04-30')).toEqual([A, 'L-1', 10_000_000, 2_000_000, 8_000_000, 20])
    expect(await au('2026-05-31')).toEqual([B, 'L-1', 10_500_000, 2_000_000, 8_500_000, 19.04])
    expect(await au('2026-06-29')).toEqual([B, 'L-1', 10_500_000, 2_000_000, 8_500_000, 19.04])
    expect(await au('2026-06-30')).toBeUndefined()
  })

  // spec: CO-15
  it('each act alone changes what it is about from its day on, and nothing before', async () => {
    await reserver('2026-01-05')
    expect(await au('2026-01-05')).toEqual([A, 'L-1', 10_000_000, 0, 10_000_000, 0])
    const cheque = await verser('2026-02-01', 3_000_000, CHEQUE)
    expect([await au('2026-01-31'), await au('2026-02-01')].map((seen) => seen?.[3])).toEqual([0, 3_000_000])
    await rejeter('2026-02-10', cheque)
    expect([await au('2026-02-09'), await au('2026-02-10')].map((seen) => seen?.[3])).toEqual([3_000_000, 0])
    await changerLePrix('2026-03-01', 9_999_999.99)
    await changerLePrix('2026-03-05', 8_000_000.01)
    expect(
      [await au('2026-02-28'), await au('2026-03-01'), await au('2026-03-05')].map((seen) => seen?.[2]),
    ).toEqual([10_000_000, 9_999_999.99, 8_000_000.01])
    await ceder('2026-04-01')
    expect([await au('2026-03-31'), await au('2026-04-01')].map((seen) => seen?.[0])).toEqual([A, B])
  })

  // spec: CO-15
  it('a transfert after a change of price: the bien and the price it had, and none of the changes of a bien it did not have', async () => {
    await reserver('2026-01-05', { prix: 9_500_000 })
    await changerLePrix('2026-02-01', 9_800_000)
    await changerLePrix('2026-02-20', 7_000_000, autre, 'L-2')
    await transferer('2026-03-01', 11_000_000)
    // The former bien, free again, and the new one, sold.
    await changerLePrix('2026-03-10', 1_000_000)
    await changerLePrix('2026-04-01', 12_000_000, autre, 'L-2')
    expect(await au('2026-01-31')).toEqual([A, 'L-1', 9_500_000, 0, 9_500_000, 0])
    expect(await au('2026-02-28')).toEqual([A, 'L-1', 9_800_000, 0, 9_800_000, 0])
    expect(await au('2026-03-01')).toEqual([A, 'L-2', 11_000_000, 0, 11_000_000, 0])
    expect(await au('2026-04-01')).toEqual([A, 'L-2', 12_000_000, 0, 12_000_000, 0])
  })

  // spec: CO-15
  it('a désistement that was undone is none: the price is that of the sale, whatever its bien cost meanwhile', async () => {
    await reserver('2026-01-05', { prix: 9_500_000 })
    await changerLePrix('2026-02-01', 9_800_000)
    await desister('2026-03-01')
    await changerLePrix('2026-03-10', 12_000_000)
    await changerLePrix('2026-04-10', 13_000_000)
    await on(t, '2026-05-10', () => karim.delete(`/api/ventes/${vente}/desistement`))
    await changerLePrix('2026-06-01', 9_900_000)
    expect(
      await Promise.all(
        [
          '2026-01-31',
          '2026-02-28',
          '2026-03-05',
          '2026-03-31',
          '2026-04-30',
          '2026-05-10',
          '2026-06-01',
        ].map(async (jour) => (await au(jour))?.[2]),
      ),
    ).toEqual([9_500_000, 9_800_000, 9_800_000, 9_800_000, 9_800_000, 9_800_000, 9_900_000])
  })

  // spec: CO-15
  it('the price agreed at the opening is that of the sale from its réservation on, though recorded later', async () => {
    await on(t, '2026-03-10', () =>
      karim.put(`/api/locaux/${bien}/assigner-client`, {
        client_id: a,
        prix: 9_000_000,
        reservation_le: '2026-01-05',
      }),
    )
    expect((await au('2026-01-31'))?.[2]).toBe(9_000_000)
    await t.db.updateTable('ventes').set({ remise_connue: false }).where('bien_id', '=', bien).execute()
    await t.db.updateTable('changements_prix').set({ vente_id: null }).where('bien_id', '=', bien).execute()
    expect((await au('2026-01-31'))?.[2]).toBe(9_000_000)
  })

  // spec: CO-15
  it('today is the recap, the day before midnight in Algiers its own, a day to come is today', async () => {
    await reserver('2026-01-05')
    await verser('2026-02-01', 4_000_000.01)
    await changerLePrix('2026-03-01', 9_999_999.99)
    await ceder('2026-03-05')
    vi.setSystemTime(new Date('2026-07-20T12:00:00Z'))
    const today = await recap()
    expect(today.lignes).toHaveLength(1)
    for (const jour of ['2026-07-20', '2026-07-21', '2099-12-31'])
      expect(await recap(`&situation=${jour}`)).toEqual(today)
    expect(await recap('&situation=hier')).toEqual(today)
    const [fin] = ['2026-05-31T22:59:59Z', '2026-05-31T23:00:01Z'].map((instant) => new Date(instant))
    await t.db.updateTable('transferts').set({ quand: fin }).where('vente_id', '=', vente).execute()
    expect((await au('2026-05-31'))?.[0]).toBe(B)
    await t.db
      .updateTable('transferts')
      .set({ quand: new Date('2026-05-31T23:00:01Z') })
      .where('vente_id', '=', vente)
      .execute()
    expect((await au('2026-05-31'))?.[0]).toBe(A)
    expect((await au('2026-06-01'))?.[0]).toBe(B)
  })

  // spec: CO-15
  it('search, residence, solde and order hold, the filters of payments are ignored, and the papers equal the screen', async () => {
    await reserver('2026-01-05')
    await verser('2026-01-10', 2_000_000, { mode: 'virement' })
    await changerLePrix('2026-05-05', 10_500_000)
    await ceder('2026-05-20')
    vi.setSystemTime(new Date('2026-07-20T12:00:00Z'))
    const day = '&situation=2026-03-31'
    const whole = await recap(day)
    expect(whole.lignes[0]).toMatch(
      /^Amel Aouadi \| L-1 \| 2026-D-\d+ \| 10000000 \| 2000000 \| 8000000 \| 20$/,
    )
    const same = ['&mode=especes&du=2026-06-01&etat=rejete', '&search=aouadi', '&search=l-1']
    for (const rest of [...same, '&solde=reste', '&ordre=-resteAPayer', '&tri=reste', '&ordre=biens'])
      expect(await recap(day + rest)).toEqual(whole)
    for (const rest of ['&search=bouzid', '&search=zzz']) expect((await recap(day + rest)).lignes).toEqual([])
    const page = await karim.get(`/api/recap-paiements?per_page=1&residence=${residence}&mode=cheque${day}`)
    expect(page.json).toMatchObject({
      data: [{ client: { id: a }, totaux: { biens: 1, montant: 10_000_000, totalPaye: 2_000_000 } }],
      total: 1,
      totals: { versements_retenus: null },
    })
    const { nom } = await t.db
      .selectFrom('residences')
      .select('nom')
      .where('id', '=', residence)
      .executeTakeFirstOrThrow()
    const said = `Situation au 31/03/2026 · ${nom}`
    const source = "D'après les dates des écritures telles qu'elles sont enregistrées aujourd'hui."
    const file = await karim.get(`/api/recap-paiements/export?residence=${residence}&mode=especes${day}`)
    const rows = (await readXlsx(file.rawPayload)).sheets[0]?.rows
    expect(rows?.slice(1, 3).map((row) => [row[0], row[5], row[6], row[7]])).toEqual([
      ['L-1', 10_000_000, 2_000_000, 8_000_000],
      [1, 10_000_000, 2_000_000, 8_000_000],
    ])
    expect(rows?.at(-1)?.[0]).toBe(`${said} · ${source}`)
    for (const kind of ['export-pdf', 'print-pdf']) {
      const { text, title } = await readPdf(
        (await karim.get(`/api/recap-paiements/${kind}?residence=${residence}${day}`)).rawPayload,
      )
      expect(title).toBe(`Récapitulatif des paiements ${said}`)
      for (const part of ['L-1 Amel Aouadi', '10 000 000,00', '8 000 000,00', source])
        expect(text).toContain(part)
    }
  })
})
