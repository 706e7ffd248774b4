import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { connect } from '#server/database/pool.ts'
import { createApp } from '#server/http/app.ts'
import type { Db } from '#server/database/db.ts'
import { startApp, Visitor } from '#test/harness/app.ts'
import { fillBench, FILLING } from '../../bench/dataset.ts'

/** The parts of the growing tables that a call read. */
export interface Cost<T> {
  /** Blocks of 8 KB that were read, of the tables or of their indexes. */
  blocks: number
  /** The tables that were gone through from one end to the other. */
  whole: string[]
  last: T
}

/** The product on a portfolio that has grown, on one connection, so that what that has read is what a call has read. */
export interface CountedApp {
  karim: Visitor
  /** The product's one connection. */
  db: Db
  /** Makes a call and counts its reads, once its statements have been planned for good. */
  costOf<T>(call: () => Promise<T>): Promise<Cost<T>>
  close(): Promise<void>
}

interface Counted {
  table: string
  blocks: number
  whole: number
}

/** @param growing the tables to look at */
export async function startCounted(appartements: number, growing: readonly string[]): Promise<CountedApp> {
  const t = await startApp()
  await t.member()
  // On a connection that has ended when the counting begins: what it has read is counted by then.
  await fillBench(t.connection, appartements)
  const left = sql`select from pg_stat_activity where application_name = ${FILLING} and datname = current_database()`
  await vi.waitFor(async () => expect((await left.execute(t.db)).rows).toEqual([]), 10_000)
  // PostgreSQL cleans tables up by itself, and its reads would be counted with those of the call.
  for (const table of growing)
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(t.db)
  const { db } = connect(t.connection, { max: 1 })
  const app = await createApp({ db, files: t.app.files })
  const karim = new Visitor(app)
  await karim.post('/login', { email: 'karim.benali@diyar.dz', password: 'Motdepasse1!' })

  const readCounters = async (): Promise<Map<string, Counted>> => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<Counted>`
      select s.relname as table, s.seq_tup_read::float8 as whole,
        (i.heap_blks_read + i.heap_blks_hit + i.idx_blks_read + i.idx_blks_hit)::float8 as blocks
      from pg_stat_user_tables s join pg_statio_user_tables i using (relid) where s.relname = any(${growing})`.execute(
      t.db,
    )
    return new Map(rows.map((row) => [row.table, row]))
  }
  return {
    karim,
    db,
    async costOf(call) {
      for (let n = 0; n < 6; n++) await call()
      const before = await readCounters()
      const last = await call()
      const after = await readCounters()
      const since = (table: string, what: 'blocks' | 'whole') =>
        (after.get(table)?.[what] ?? 0) - (before.get(table)?.[what] ?? 0)
      return {
        blocks: growing.reduce((sum, table) => sum + since(table, 'blocks'), 0),
        whole: growing.filter((table) => since(table, 'whole') > 0),
        last,
      }
    },
    async close() {
      await app.close()
      await db.destroy()
      await t.close()
    },
  }
}
