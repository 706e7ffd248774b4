import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/database/db.ts'

/** Application name of the connections that hold a lock for a long task in the background. */
export const BACKGROUND = 'diyar-sauvegarde'

/** A process holds this lock while it copies or restores all plans. */
export const PLANS_LOCK = 7_342_003

/** Takes a lock until the end of the transaction, if it is free. */
export async function tryLockInTransaction(db: Db, lock: number): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(db)
  return rows[0]?.mine ?? false
}

/** Time since which any process holds the lock; null for a free lock. Only a connection named {@link BACKGROUND} has held it since its start. */
export async function lockedSince(db: Db, lock: number): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select case when a.application_name = ${BACKGROUND} then a.backend_start else now() end as since
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${sql.lit(lock)} and l.objsubid = 1 and l.granted
      and l.database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.since ?? null
}

/**
 * Makes PostgreSQL end the running statement if this process is killed, so that the next start does not wait for it. Older servers, and
 * those on Windows, refuse the setting.
 */
export async function endWithUs(client: pg.ClientBase): Promise<void> {
  await client.query("set client_connection_check_interval = '1s'").catch(() => {})
}
