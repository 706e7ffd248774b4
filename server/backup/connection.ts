import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { BACKGROUND } from '#server/database/locks.ts'

/** Milliseconds between two tries to take a held lock. */
const AGAIN = 250

/** Removes the time-outs a server may be set to: a backup takes as long as the store of the plans does. */
const UNBOUNDED = `select set_config(name, '0', false) from pg_settings where name in
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')`

/**
 * Lends a connection that may be silent for hours, and hold a lock meanwhile, unlike the pool's. It ends with the work, or at once on
 * abort, even when the database hangs.
 */
export async function onOwnConnection<T>(
  connection: pg.ClientConfig,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const client = new pg.Client({
    ...connection,
    application_name: BACKGROUND,
    // Keep-alive notices a database whose machine is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
  })
  client.on('error', () => {})
  const leave = () => client.connection.stream.destroy()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    await client.connect()
    await client.query(UNBOUNDED)
    return await work(client)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    await client.end()
    signal?.removeEventListener('abort', leave)
  }
}

/** Takes a session lock if it is free. */
export async function tryLock(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
  return rows[0]?.mine ?? false
}

/** Takes a session lock once it is free. It polls, because a stopping server could not leave a query that waits in the database. */
export async function waitForLock(
  client: pg.Client,
  lock: number,
  signal: AbortSignal | undefined,
  onWait: () => void,
): Promise<void> {
  for (let told = false; !(await tryLock(client, lock)); told = true) {
    if (!told) onWait()
    await delay(AGAIN, null, signal && { signal })
  }
}

/** Result of `work`, or a rejection as soon as the signal aborts. */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work
  let leave = () => {}
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
