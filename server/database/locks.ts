import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'

/** Of the connections that hold a lock for as long as a work in the background takes. */
export const BACKGROUND = 'diyar-sauvegarde'

/** Takes a lock until the end of this transaction, if nobody has it. */
export async function tryLockInTransaction(db: Db, lock: number): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(db)
  return rows[0]?.mine ?? false
}

/** Since when somebody has held a lock, in whatever process; null when nobody does. */
export async function lockedSince(db: Db, lock: number): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select case when a.application_name = ${BACKGROUND} then a.backend_start else now() end as since
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${sql.lit(lock)} and l.objsubid = 1 and l.granted
      and l.database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.since ?? null
}
