import { setTimeout as delay } from 'node:timers/promises'
import { sql, type KyselyPlugin } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { isRetryable } from '#server/http/errors.ts'
import { DATABASE, SLOW_WORKS } from '#server/limits.ts'
import { overloadError, createQueue } from '#server/http/overload.ts'

/** Runs a change in one transaction; after a serialization failure or a deadlock it runs again, three times at most. */
export async function inTransaction<T>(pool: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.transaction().execute(work)
    } catch (error) {
      if (attempt === DATABASE.attempts || !isRetryable(error)) throw error
    }
  }
}

const readingsUnderWay = createQueue(SLOW_WORKS.readings, overloadError)

const snapshot = (db: Db) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')

/** Runs reading statements that see the database at one instant. Inside a transaction they run in it, on its own snapshot and locks. */
export const inSnapshot = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : snapshot(db).execute(work)

/**
 * Reads the rows of a document at one instant. On abort the running statement is cancelled, no other begins, and this rejects with the
 * signal's reason. @throws indisponible (503) when too many wait, or too long
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
      { signal },
    )
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

/** {@link inCancellableSnapshot}, given up after `ms` of reading. @throws the error of `refusal` after that time */
export function inTimedSnapshot<T>(
  pool: Db,
  signal: AbortSignal,
  ms: number,
  refusal: () => Error,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  return inCancellableSnapshot(pool, AbortSignal.any([signal, late.signal]), async (db) => {
    const timer = setTimeout(() => late.abort(refusal()), ms)
    try {
      return await work(db)
    } finally {
      clearTimeout(timer)
    }
  })
}

/** Runs `work` in the caller's transaction. On abort the running statement is cancelled and no other begins. */
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
    // The cancel may have waited for a connection until the work was over; then there is no statement to cancel.
    if (!over.signal.aborted) underWay = sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(other)
    return underWay
  }
  const cancelUntilOver = async () => {
    // A cancel before its statement has no effect, so it is repeated. An engine without cancel waits for the statement's time-out.
    while (!over.signal.aborted) {
      await pool
        .connection()
        .execute(cancelOnce)
        .catch(() => {})
      await delay(DATABASE.cancelAgain, null, { signal: over.signal }).catch(() => {})
    }
  }
  const cancel = () => void cancelUntilOver()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await work(db.withPlugin(refuseAfterAbort(signal)))
  } finally {
    signal.removeEventListener('abort', cancel)
    over.abort()
    // A late cancel would hit the next user of the connection, so it must end first.
    await underWay.catch(() => {})
  }
}

const refuseAfterAbort = (signal: AbortSignal): KyselyPlugin => ({
  transformQuery({ node }) {
    signal.throwIfAborted()
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
})
