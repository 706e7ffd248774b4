import { setTimeout as delay } from 'node:timers/promises'
import { sql, type KyselyPlugin } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { overloadError } from '#server/http/overload.ts'
import { createQueue } from '#server/queue.ts'

/** How long after a cancel its statement may go on before it is cancelled again, in ms. */
const AGAIN = 200

/**
 * A reading has a connection of the database until it ends or is cancelled, and a cancel needs one more: readings must not come to
 * hold all ten, or those who leave together would wait for each other.
 */
const readingsUnderWay = createQueue({ concurrency: 4, waiting: 124, refusal: overloadError })

const snapshot = (db: Db) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')

/**
 * Reads with several statements what must fit together: they see the database at one instant, whatever is written meanwhile.
 * Within a transaction they run in it: a change has its locks, a document its own instant.
 */
export const inSnapshot = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : snapshot(db).execute(work)

/**
 * Reads a document's rows: all its statements see the database at one instant, whatever is written meanwhile.
 * Once `signal` aborts, the statement that runs is cancelled, no other begins, and this rejects with the signal's reason. Four are read
 * at once; the next ones wait without a connection.
 * @throws indisponible (503) when too many wait
 */
export async function inCancellableSnapshot<T>(
  pool: Db,
  signal: AbortSignal,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  try {
    return await readingsUnderWay.run(
      () => snapshot(pool).execute((db) => cancelOnAbort(pool, db, signal, work)),
      signal,
    )
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

/**
 * Does a work on one connection, in a transaction of the caller's: once `signal` aborts, the statement that runs is cancelled and no other
 * begins.
 */
export async function cancelOnAbort<T>(
  pool: Db,
  db: Db,
  signal: AbortSignal,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const over = new AbortController()
  let underWay: Promise<unknown> = Promise.resolve()
  const cancelOnce = (other: Db): Promise<unknown> => {
    // Whoever had to wait for a connection may come too late: nothing is left to cancel, and nobody waits for him.
    if (!over.signal.aborted) underWay = sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(other)
    return underWay
  }
  const cancelUntilOver = async () => {
    // A cancel that is faster than its statement hits nothing, so it is repeated. An engine that cannot cancel lets the statement end:
    // its own limit bounds it.
    while (!over.signal.aborted) {
      await pool
        .connection()
        .execute(cancelOnce)
        .catch(() => {})
      await delay(AGAIN, null, { signal: over.signal }).catch(() => {})
    }
  }
  const cancel = () => void cancelUntilOver()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await work(db.withPlugin(refuseAfterAbort(signal)))
  } finally {
    signal.removeEventListener('abort', cancel)
    over.abort()
    // Only then may the connection serve somebody else: a late cancel would hit his statement.
    await underWay.catch(() => {})
  }
}

/** Refuses every statement that would begin after the abort. */
const refuseAfterAbort = (signal: AbortSignal): KyselyPlugin => ({
  transformQuery({ node }) {
    signal.throwIfAborted()
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
})
