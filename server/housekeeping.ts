import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AVANCE, type Db } from '#server/database/db.ts'
import { isOwnStore, isMostlyUnknown, findNamedPlans, takeCensus } from '#server/files/installation.ts'
import type { FileStore, StoredFile } from '#server/files/store.ts'
import { dropExpiredSessions } from '#server/http/session.ts'
import { HOUSEKEEPING } from '#server/limits.ts'

const LOCK = 7_342_002

/** Removes what a feature no longer needs. */
export type Tidy = (pool: Db, files: FileStore) => Promise<void>

/** Removes expired data at the start and every quarter of an hour while the server runs. @param tidies tasks of the features */
export function startHousekeeping(app: FastifyInstance, tidies: readonly Tidy[] = []): void {
  let said = ''
  let closing = false
  const clean = async () => {
    try {
      for (const tidy of tidies) await tidy(app.pool, app.files)
      const strange = (await runHousekeeping(app.pool, app.files)) ?? ''
      // The sentence is logged once, not four times an hour.
      if (strange !== said && strange !== '') app.log.error(strange)
      said = strange
    } catch (error) {
      // A stop closes the database under the work; the next start does the rest.
      if (!closing) app.log.warn({ err: error }, 'housekeeping failed')
    }
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    timer = setInterval(() => void clean(), HOUSEKEEPING.every)
    timer.unref()
    await clean()
  })
  app.addHook('preClose', async () => {
    closing = true
    clearInterval(timer)
  })
}

/**
 * Removes expired sessions and attempts, idempotency keys older than a day, abandoned uploads, and plans that no record names.
 * @returns the reason why the plans were not swept, or null
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
    // A key of a clock that ran ahead stays, lest its change be made twice, but no longer than others from now on.
    await db
      .updateTable('idempotence')
      .set({ cree_le: sql`now()` })
      .where('cree_le', '>', sql<Date>`now() + ${AVANCE}`)
      .execute()
  })
  await files.dropAbandoned()
  return sweepPlans(pool, files, now)
}

/** Moves orphans into the bin, deletes what lay there for thirty days, and puts back what a record names. */
async function sweepPlans(pool: Db, files: FileStore, now: number): Promise<string | null> {
  if (!(await isOwnStore(files, pool)))
    return 'the store of plans is not that of this database: nothing is swept'
  const thrownAway: StoredFile[] = []
  for await (const file of files.list('corbeille')) thrownAway.push(file)
  const missed = await findNamedPlans(pool, thrownAway)
  for (const id of missed) await files.putBack(id)

  const census = await takeCensus(files, pool)
  const orphans = census.unknown.filter(({ since }) => now - since > HOUSEKEEPING.settled)
  if (isMostlyUnknown(census, orphans.length))
    return `${orphans.length} of ${census.files.length} plans are named by no record: this is not swept, look at the database first`
  for (const { id } of orphans) await files.remove(id)
  for (const { id, since } of thrownAway)
    if (now - since > HOUSEKEEPING.bin && !missed.has(id)) await files.drop(id, 'corbeille')
  return null
}

/** A background task continues after its call was answered, and ends soon after the signal aborts. */
type Work = (signal: AbortSignal) => Promise<unknown>

/** Returns a function that runs tasks in the background. Closing the server aborts them and waits for their end; an error of a task is logged. */
export function backgroundOf(app: FastifyInstance): (work: Work) => void {
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  app.addHook('preClose', async () => stopping.abort())
  app.addHook('onClose', async () => {
    await Promise.all(underWay)
  })
  const run = async (work: Work) => {
    try {
      await work(stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) app.log.error({ err: error }, 'work in the background failed')
    }
  }
  return (work) => {
    const done = run(work).finally(() => underWay.delete(done))
    underWay.add(done)
  }
}
