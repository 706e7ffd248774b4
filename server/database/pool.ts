import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { startEmbedded, type Log } from '#server/database/embedded.ts'
import { assertDurable, assertOneSession, explainUnreachable } from '#server/database/outside.ts'
import { poolOfPrepared } from '#server/database/prepared.ts'
import type { DB } from '#server/database/schema.ts'
import { explainFullDisk } from '#server/files/disk-space.ts'
import { DATABASE } from '#server/limits.ts'

export interface Database {
  db: Db
  pool: pg.Pool
  /** Connection settings for a client outside the pool (migrations). */
  connection: pg.ClientConfig
  /** Ends the connections, then the embedded server. */
  close(): Promise<void>
}

interface OpenOptions {
  log?: Log
  /** Joins the embedded server that already runs on the data folder. */
  adopt?: boolean
  /** Removes the time-outs of statements, for commands that read everything. */
  patient?: boolean
}

const INT8 = 20
const DATE = 1082

/** SQL values: bigint is a number (centimes, ids; refused beyond 2^53), date a 'YYYY-MM-DD' text, timestamptz a Date. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return safeInteger
    if (oid === DATE) return asItIs
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- any type may come, pg names only its own
    return pg.types.getTypeParser(oid, format)
  },
}

const asItIs = (text: string) => text

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text}`)
  return value
}

/** A socket that ends after `ms` without a byte. Statements end sooner by their time-out, so silence means a lost server. */
export function socketWithIdleTimeout(ms: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(ms, () => socket.destroy())
}

const LIMITS: pg.PoolConfig = {
  max: DATABASE.connections,
  connectionTimeoutMillis: DATABASE.connect,
  idleTimeoutMillis: DATABASE.idle,
  stream: () => socketWithIdleTimeout(DATABASE.silence),
  application_name: 'diyar',
  keepAlive: true,
}

/** Settings of each session: time-outs in ms, and the number of parallel workers. */
interface SessionLimits {
  statement_timeout?: number
  lock_timeout?: number
  idle_in_transaction_session_timeout?: number
  max_parallel_workers_per_gather?: number
}

const SESSION: SessionLimits = {
  statement_timeout: DATABASE.statement,
  lock_timeout: DATABASE.lock,
  idle_in_transaction_session_timeout: DATABASE.idleInTransaction,
  // Parallel workers take longer to start than a page takes to read, and take the processor from other requests.
  max_parallel_workers_per_gather: 0,
}

export type Limits = Omit<pg.PoolConfig, keyof SessionLimits> & SessionLimits

/** Removes the time-outs of statements and locks, and of a silent socket: a long statement sends no byte. */
export const WITHOUT_TIMEOUTS: Limits = { stream: () => new Socket(), statement_timeout: 0, lock_timeout: 0 }

/** Error codes that announce the end of a connection. */
const CLOSING = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25P04'])

/** Ends a client whose connection the server announces to close: lent again before that, it would fail the next query too. */
function endOnServerShutdown(client: pg.PoolClient): void {
  if (!(client instanceof pg.Client)) return
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (CLOSING.has(code ?? '')) client.end().catch(() => {})
  })
}

/** A pool and its query builder; a broken connection is replaced. A statement sets the session, as poolers take no such settings. */
export function connect(connection: pg.ClientConfig, limits: Limits = {}): { db: Db; pool: pg.Pool } {
  const {
    statement_timeout,
    lock_timeout,
    idle_in_transaction_session_timeout,
    max_parallel_workers_per_gather,
    ...pooled
  } = { ...LIMITS, ...SESSION, ...limits }
  const session = {
    statement_timeout,
    lock_timeout,
    idle_in_transaction_session_timeout,
    max_parallel_workers_per_gather,
  }
  const settings = Object.entries(session)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ')
  // The pool waits for this statement before it lends the connection.
  const first = { onConnect: (client: pg.ClientBase) => client.query(settings) }
  const pool = new pg.Pool({
    ...pooled,
    ...connection,
    types,
    ...first,
  })
  // Without these listeners the end of a connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', endOnServerShutdown)
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: poolOfPrepared(pool) }) }), pool }
}

/** Opens the database of an installation. @throws CommandError when it cannot be reached or may lose what it acknowledges */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { log = () => {}, adopt = false, patient = false }: OpenOptions = {},
): Promise<Database> {
  const server = config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl }, stop: async () => {} }
    : await startEmbedded(config.dataDir, log, { adopt })
  const { db, pool } = connect(server.connection, patient ? WITHOUT_TIMEOUTS : {})
  const close = async () => {
    await db.destroy()
    await server.stop()
  }
  try {
    await assertDurable(db)
    if (config.databaseUrl) await assertOneSession(pool)
  } catch (error) {
    await close()
    throw config.databaseUrl ? explainUnreachable(error) : await explainFullDisk(config.dataDir, error)
  }
  return { db, pool, connection: server.connection, close }
}
