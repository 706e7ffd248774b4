import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { FileStore } from '#server/files/store.ts'
import { dropExpiredSessions } from '#server/session.ts'

const EVERY = 15 * 60_000
const LOCK = 7_342_002

/** Clears away what can no longer matter, at start and every quarter of an hour while the server runs. */
export function keepHouse(app: FastifyInstance): void {
  const clean = () =>
    sweep(app.pool, app.files).catch((error: unknown) => app.log.warn({ err: error }, 'housekeeping failed'))
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    timer = setInterval(() => void clean(), EVERY)
    timer.unref()
    await clean()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/**
 * Expired sessions, spent attempts, old idempotency keys, abandoned uploads, and plans that no record names
 * (left by a change whose end is unknown). Of several servers on one database one does it at a time.
 */
export async function sweep(pool: Db, files: FileStore): Promise<void> {
  await pool.transaction().execute(async (db) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(
      db,
    )
    if (!rows[0]?.mine) return
    await dropExpiredSessions(db)
    await db
      .deleteFrom('tentatives')
      .where('expire_le', '<', sql<Date>`now()`)
      .execute()
    await db
      .deleteFrom('idempotence')
      .where('cree_le', '<', sql<Date>`now() - interval '24 hours'`)
      .execute()
  })
  await files.dropAbandoned()
  await removeOrphans(pool, files)
}

async function removeOrphans(pool: Db, files: FileStore): Promise<void> {
  const kept = await files.settled()
  if (kept.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select trouve.id from unnest(${kept}::text[]) as trouve(id) where not exists (select 1 from fichiers f where f.id::text = trouve.id)`.execute(
    pool,
  )
  for (const { id } of rows) await files.remove(id)
}
