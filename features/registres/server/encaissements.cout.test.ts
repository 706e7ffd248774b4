import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aujourdhui } from '#shared/dates.ts'
import { connect, type Database } from '#server/database/pool.ts'
import { createApp } from '#server/http/app.ts'
import { startApp, Visitor, type TestApp } from '#test/harness/app.ts'
import { fillBench, sizeOf } from '../../../bench/dataset.ts'

// 40,000 payments of 3,000 ventes. Clients are left out: there are a thousand, and to read them whole is the shorter way.
const APPARTEMENTS = 4_000
const GROWING = ['biens', 'appartements', 'ventes', 'paiements', 'journal']
const JOUR = aujourdhui()

let t: TestApp
/** The product on one connection, so that what that has read is what a call has read. */
let alone: Pick<Database, 'db' | 'pool'>
let karim: Visitor
let close: () => Promise<void>
beforeAll(async () => {
  t = await startApp()
  await t.member()
  await fill()
  alone = connect(t.connection, { max: 1 })
  const app = await createApp({ db: alone.db, files: t.app.files })
  karim = new Visitor(app)
  await karim.post('/login', { email: 'karim.benali@diyar.dz', password: 'Motdepasse1!' })
  close = () => app.close()
}, 120_000)
afterAll(async () => {
  await close()
  await alone.db.destroy()
  await t.close()
})

/** On a connection that has ended when this returns: what it has read is counted by then. */
async function fill(): Promise<void> {
  const { db } = connect(t.connection, { max: 1, statement_timeout: 0, application_name: 'remplissage' })
  await fillBench(db, sizeOf(APPARTEMENTS))
  await sql`vacuum analyze`.execute(db)
  await db.destroy()
  const left = sql`select from pg_stat_activity where application_name = 'remplissage' and datname = current_database()`
  await vi.waitFor(async () => expect((await left.execute(t.db)).rows).toEqual([]), 10_000)
}

interface Counted {
  table: string
  /** Of 8 KB, of the table or of one of its indexes. */
  blocks: number
  /** Rows met by going through the table from one end to the other. */
  whole: number
}

async function readCounters(): Promise<Map<string, Counted>> {
  await sql`select pg_stat_force_next_flush()`.execute(alone.db)
  const { rows } = await sql<Counted>`
    select s.relname as table, s.seq_tup_read::float8 as whole,
      (i.heap_blks_read + i.heap_blks_hit + i.idx_blks_read + i.idx_blks_hit)::float8 as blocks
    from pg_stat_user_tables s join pg_statio_user_tables i using (relid) where s.relname = any(${GROWING})`.execute(
    t.db,
  )
  return new Map(rows.map((row) => [row.table, row]))
}

/** What a call reads of the tables that grow, once its statements have been planned for good. */
async function costOf<T>(call: () => Promise<T>): Promise<{ blocks: number; whole: string[]; last: T }> {
  for (let n = 0; n < 6; n++) await call()
  const before = await readCounters()
  const last = await call()
  const after = await readCounters()
  const since = (table: string, what: 'blocks' | 'whole') =>
    (after.get(table)?.[what] ?? 0) - (before.get(table)?.[what] ?? 0)
  return {
    blocks: GROWING.reduce((sum, table) => sum + since(table, 'blocks'), 0),
    whole: GROWING.filter((table) => since(table, 'whole') > 0),
    last,
  }
}

interface Liste {
  data: { client_id: number; appartement_id: number }[]
  total: number
}
const list = async (path: string) => {
  const { statusCode, json } = await karim.get(path)
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
    const { blocks, whole, last } = await costOf(() => list(path))
    expect(last.total).toBeGreaterThan(0)
    expect(whole).toEqual([])
    // Some twenty for each line, with where its bien stands; more only for what is added up out of an index.
    expect(blocks).toBeLessThan(40 * Math.max(last.data.length, 5))
  })

  it.each(['on', 'off'])(
    'to record a payment reads what it is about, its sums and its number (sorting %s)',
    async (sorting) => {
      // Where what is sought is rare, a planner that shuns sorting walks a whole index for the first of an order: of millions some do.
      await sql`select set_config('enable_sort', ${sorting}, false)`.execute(alone.db)
      const { data } = await list('/api/paiements?per_page=20')
      let serial = 0
      const { blocks, whole, last } = await costOf(() => {
        const { client_id, appartement_id } = data[serial++] ?? {}
        const cheque = { mode: 'cheque', banque: 'BNA', reference: `${sorting} ${serial}`, date_cheque: JOUR }
        return karim.post('/api/paiements', {
          client_id,
          appartement_id,
          ...cheque,
          date_paiement: JOUR,
          versement: 0.01,
        })
      })
      await sql`reset enable_sort`.execute(alone.db)
      expect([last.statusCode, last.json]).toMatchObject([201, { avertissements: [] }])
      expect(whole).toEqual([])
      expect(blocks).toBeLessThan(150)
    },
  )

  it('a table that is read whole is told (negative control)', async () => {
    const { blocks, whole } = await costOf(() =>
      sql`select count(*) from paiements where details is null`.execute(alone.db),
    )
    expect(whole).toEqual(['paiements'])
    expect(blocks).toBeGreaterThan(400)
  })
})
