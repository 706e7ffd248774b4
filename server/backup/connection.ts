import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { BACKGROUND } from '#server/database/locks.ts'

/** How often a lock that somebody else holds is asked for again, in ms. */
const AGAIN = 250

/** What a server may be set to: a backup takes as long as the store of the plans does. */
const UNBOUNDED = `select set_config(name, '0', false) from pg_settings where name in
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout')`

/**
 * Lends a connection that may be silent for hours, unlike those of the pool, and so may hold a lock of its session for as long as a
 * backup takes. The end of the work ends it, and with it every lock; an abort does so at once, even when the database hangs.
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
    // A database whose machine is gone is noticed all the same.
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

/** Takes a lock of the session if nobody else has it. */
export async function tryLock(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
  return rows[0]?.mine ?? false
}

/**
 * Takes a lock of the session once nobody else has it. A server asked to stop cannot leave a question that waits in the database:
 * so it is asked again and again.
 */
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

/** The outcome of some work, or the end of it as soon as the signal says so, whatever it is waiting for. */
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
