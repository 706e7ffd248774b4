import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { FileStore } from '#server/files/store.ts'

/** Held by a backup while it reads the plans, in whichever process. */
export const HOLD_PLANS = 7_342_003

/**
 * The same store, except that nothing leaves it while a backup is being made: the instant it copies may still name what a change
 * has just replaced. What was not removed is an orphan then, and housekeeping removes orphans.
 */
export function spareDuringBackups(store: FileStore, pool: Db): FileStore {
  return {
    ...store,
    async remove(id) {
      await pool.transaction().execute(async (db) => {
        const { rows } = await sql<{
          free: boolean
        }>`select pg_try_advisory_xact_lock_shared(${HOLD_PLANS}) as free`.execute(db)
        if (rows[0]?.free) await store.remove(id)
      })
    },
  }
}
