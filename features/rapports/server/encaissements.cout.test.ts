import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aujourdhui } from '#shared/dates.ts'
import { startCounted, type CountedApp } from '#test/harness/cost.ts'
import { countStatements } from '#test/harness/statements.ts'

// 40,000 payments of 3,000 ventes. Clients are left out: there are a thousand, and to read them whole is the shorter way.
const APPARTEMENTS = 4_000
const GROWING = ['biens', 'appartements', 'ventes', 'paiements', 'journal']
const JOUR = aujourdhui()

let counted: CountedApp
beforeAll(async () => {
  counted = await startCounted(APPARTEMENTS, GROWING)
}, 120_000)
afterAll(() => counted.close())

interface Liste {
  data: { client_id: number; appartement_id: number }[]
  total: number
}
const list = async (path: string) => {
  const { statusCode, json } = await counted.karim.get(path)
  expect([path, statusCode]).toEqual([path, 200])
  return json as Liste
}

// spec: EN-30
describe('among 40,000 payments', () => {
  it.each([
    ['the payments of this month', `/api/paiements?du=${JOUR.slice(0, 7)}-01&au=${JOUR}`],
    ['the cheques that wait', '/api/paiements?etat=attente'],
    ['the cheques to bring to the bank', '/api/cheques'],
    ['those of this month that are cleared', '/api/cheques?etat=encaisse'],
    ['those that came back', '/api/cheques?etat=rejete'],
    ['the register of receipts', '/api/recus?annee=2026'],
    ['the till of today', `/api/journal-caisse?jour=${JOUR}`],
  ])('%s cost what they show: no table that grows is read whole', async (_what, path) => {
    const { blocks, whole, last } = await counted.costOf(() => list(path))
    expect(last.total).toBeGreaterThan(0)
    expect(whole).toEqual([])
    // Some twenty for each line, with where its bien stands; more only for what is added up out of an index.
    expect(blocks).toBeLessThan(40 * Math.max(last.data.length, 5))
  })

  // spec: RF-58
  it.each(['client', '-client', 'montant', '-montant', 'jour'])(
    'all payments by %s cost what those by day do, and what their clients are looked up with',
    async (tri) => {
      const own = await counted.costOf(() => list('/api/paiements'))
      const { blocks, whole } = await counted.costOf(() => list(`/api/paiements?tri=${tri}`))
      expect(whole).toEqual(own.whole)
      expect(blocks).toBeLessThan(own.blocks + 600)
    },
  )

  it.each(['on', 'off'])(
    'to record a payment reads what it is about, its sums and its number (sorting %s)',
    async (sorting) => {
      // Where what is sought is rare, a planner that shuns sorting walks a whole index for the first of an order: of millions some do.
      await sql`select set_config('enable_sort', ${sorting}, false)`.execute(counted.db)
      const { data } = await list('/api/paiements?per_page=20')
      let serial = 0
      const { blocks, whole, last } = await counted.costOf(() => {
        const { client_id, appartement_id } = data[serial++] ?? {}
        const cheque = { mode: 'cheque', banque: 'BNA', reference: `${sorting} ${serial}`, date_cheque: JOUR }
        return counted.karim.post('/api/paiements', {
          client_id,
          appartement_id,
          ...cheque,
          date_paiement: JOUR,
          versement: 0.01,
        })
      })
      await sql`reset enable_sort`.execute(counted.db)
      expect([last.statusCode, last.json]).toMatchObject([201, { avertissements: [] }])
      expect(whole).toEqual([])
      // By PostgreSQL's release some more or less; to walk an index instead cost thousands.
      expect(blocks).toBeLessThan(250)
    },
  )

  // spec: RE-69
  it('the dossiers by what remains cost what those by number do: none of them is counted', async () => {
    const byNumber = await counted.costOf(() => list('/api/ventes'))
    const { blocks, whole, last } = await counted.costOf(() => list('/api/ventes?tri=reste'))
    expect(last.total).toBe(byNumber.last.total)
    expect(whole).toEqual([])
    expect(blocks).toBeLessThan(byNumber.blocks + 10)
  })

  // spec: RE-69
  it('a payment that says all that the firm may demand asks the database eleven times', async () => {
    const { data } = await list('/api/paiements?per_page=1')
    const { client_id, appartement_id } = data[0] ?? {}
    const cheque = { mode: 'cheque', banque: 'BNA', reference: 'dix', date_cheque: JOUR }
    const pay = () =>
      counted.karim.post('/api/paiements', {
        client_id,
        appartement_id,
        ...cheque,
        date_paiement: JOUR,
        versement: 0.01,
      })
    await pay()
    // The session, when the call comes and again when its body has; both ends of the transaction, three locks; the payment with its number
    // and its sum; what it is now, the journal, the same cheque.
    expect(await countStatements(pay)).toBe(11)
  })

  it('a table that is read whole is told (negative control)', async () => {
    const { blocks, whole } = await counted.costOf(() =>
      sql`select count(*) from paiements where details is null`.execute(counted.db),
    )
    expect(whole).toEqual(['paiements'])
    expect(blocks).toBeGreaterThan(400)
  })
})
