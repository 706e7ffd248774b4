import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { SETTLED_AFTER_MS } from '#server/files/drafts.ts'
import { isOwnStore, isMostlyUnknown, findNamedPlans, takeCensus } from '#server/files/installation.ts'
import type { FileStore, StoredFile } from '#server/files/store.ts'
import { dropExpiredSessions } from '#server/http/session.ts'

const EVERY = 15 * 60_000
const LOCK = 7_342_002

/** How long what was thrown away can still be brought back. */
const IN_THE_BIN = 30 * 86_400_000

/** Takes away what records of one noun need no more. */
export type Tidy = (pool: Db, files: FileStore) => Promise<void>

/**
 * Clears away what can no longer matter, at start and every quarter of an hour while the server runs.
 * @param tidies those of the features
 */
export function startHousekeeping(app: FastifyInstance, tidies: readonly Tidy[] = []): void {
  let said = ''
  const clean = async () => {
    try {
      for (const tidy of tidies) await tidy(app.pool, app.files)
      const strange = (await runHousekeeping(app.pool, app.files)) ?? ''
      // Once, and not four times an hour.
      if (strange !== said && strange !== '') app.log.error(strange)
      said = strange
    } catch (error) {
      app.log.warn({ err: error }, 'housekeeping failed')
    }
  }
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
 * @returns why the plans were left alone, or null
 */
export async function runHousekeeping(pool: Db, files: FileStore, now = Date.now()): Promise<string | null> {
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
  return sweepPlans(pool, files, now)
}

/** Orphans go into the bin, what has lain there for thirty days goes for good, and what a record names comes back from it. */
async function sweepPlans(pool: Db, files: FileStore, now: number): Promise<string | null> {
  if (!(await isOwnStore(files, pool)))
    return 'the store of plans is not that of this database: nothing is swept'
  const thrownAway: StoredFile[] = []
  for await (const file of files.list('corbeille')) thrownAway.push(file)
  const missed = await findNamedPlans(pool, thrownAway)
  for (const id of missed) await files.putBack(id)

  const census = await takeCensus(files, pool)
  const orphans = census.unknown.filter(({ since }) => now - since > SETTLED_AFTER_MS)
  if (isMostlyUnknown(census, orphans.length))
    return `${orphans.length} of ${census.files.length} plans are named by no record: this is not swept, look at the database first`
  for (const { id } of orphans) await files.remove(id)
  for (const { id, since } of thrownAway)
    if (now - since > IN_THE_BIN && !missed.has(id)) await files.drop(id, 'corbeille')
  return null
}
