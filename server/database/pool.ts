import { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { startEmbedded, type Log } from '#server/database/embedded.ts'
import { poolOfPrepared } from '#server/database/prepared.ts'
import type { DB } from '#server/database/schema.ts'
import { explainFullDisk } from '#server/files/disk-space.ts'
import { Refusal } from '#server/http/refusal.ts'

export interface Database {
  db: Db
  pool: pg.Pool
  /** How to reach it, for those who need a connection of their own (migrations). */
  connection: pg.ClientConfig
  /** Ends the connections, then the server when it is the embedded one. */
  close(): Promise<void>
}

interface OpenOptions {
  log?: Log
  /** Join the embedded server that already runs on the data folder, rather than refuse. */
  adopt?: boolean
  /** For a command that reads all there is, which nobody waits behind: its statements may take as long as they need. */
  patient?: boolean
}

const INT8 = 20
const DATE = 1082

/**
 * What values become: bigint → number (centimes and identifiers, refused beyond 2^53), date → 'YYYY-MM-DD' as it is,
 * timestamptz → Date. Columns of type numeric do not exist here: amounts and areas are integers.
 */
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

/**
 * A socket that is destroyed after `ms` without a byte. A statement ends sooner, by its own limit: silence means that the server
 * hangs or the network is gone. The query that waits fails then, instead of waiting for ever.
 */
export function socketWithIdleTimeout(ms: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(ms, () => socket.destroy())
}

/** Bounds on everything: a pool that waits for ever takes the whole application with it. */
const LIMITS: pg.PoolConfig = {
  max: 10,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 20_000,
  stream: () => socketWithIdleTimeout(25_000),
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
  application_name: 'diyar',
  // Helpers of a parallel query take longer to start than a page takes to read, and leave other requests without a processor.
  options: '-c max_parallel_workers_per_gather=0',
  keepAlive: true,
}

/** Without the bounds of {@link LIMITS} on one statement, nor those that a server may be set to. */
const WITHOUT_TIMEOUTS: pg.PoolConfig = {
  stream: () => new Socket(),
  statement_timeout: 0,
  lock_timeout: 0,
  options: `${LIMITS.options} -c statement_timeout=0 -c lock_timeout=0`,
}

/** What the server says before it closes a connection by itself. */
const CLOSING = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25P04'])

/**
 * Ends a client once the server has announced that it closes its connection. The query that runs fails at once, but the connection
 * ends a moment later: lent again in between, it would fail the next query too. The pool does not keep a client that is ending.
 */
function endOnServerShutdown(client: pg.PoolClient): void {
  if (!(client instanceof pg.Client)) return
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (CLOSING.has(code ?? '')) client.end().catch(() => {})
  })
}

/**
 * A pool on the given server, and the query builder on it. A connection that breaks is replaced; the query that ran on it fails.
 */
export function connect(connection: pg.ClientConfig, limits: pg.PoolConfig = {}): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({ ...LIMITS, ...limits, ...connection, types })
  // Without these the end of an idle or borrowed connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', endOnServerShutdown)
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: poolOfPrepared(pool) }) }), pool }
}

/**
 * The database of an installation: the outside one when DATABASE_URL is set, else the embedded one.
 * @throws Refusal when it cannot be reached or does not keep what it acknowledges
 */
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
  } catch (error) {
    await close()
    throw config.databaseUrl ? asRefusal(error) : await explainFullDisk(config.dataDir, error)
  }
  return { db, pool, connection: server.connection, close }
}

/** A server that may forget a payment it has acknowledged is refused; so is one too old, or not in Unicode. */
async function assertDurable(db: Db): Promise<void> {
  const wanted = ['fsync', 'full_page_writes', 'synchronous_commit']
  for (const name of wanted) {
    // Engines that have no such setting (CockroachDB …) cannot switch it off.
    const { rows } = await sql<{
      value: string | null
    }>`select current_setting(${name}, true) as value`.execute(db)
    if (rows[0]?.value === 'off') {
      throw new Refusal(
        `le serveur PostgreSQL a le réglage ${name} à « off » et pourrait perdre des paiements enregistrés : remettez-le à « on ».`,
      )
    }
  }
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding`.execute(
    db,
  )
  const { version = 0, encoding } = rows[0] ?? {}
  if (version < 150_000)
    throw new Refusal('le serveur PostgreSQL est trop ancien : il faut la version 15 ou une plus récente.')
  if (encoding !== 'UTF8')
    throw new Refusal(`la base de données est en ${encoding} : créez-la avec l'encodage UTF8.`)
}

function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const reason = error instanceof AggregateError ? String(error.errors[0]) : String(error)
  return new Refusal(
    `la base de données ne répond pas (${reason.replace(/^(Error|error): /, '')}) : vérifiez DATABASE_URL.`,
  )
}
