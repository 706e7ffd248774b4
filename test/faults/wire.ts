import { AsyncLocalStorage } from 'node:async_hooks'
import {
  Kysely,
  PostgresDialect,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { CompiledQuery as Query } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/database/db.ts'
import { connect, type Limits } from '#server/database/pool.ts'
import type { DB } from '#server/database/schema.ts'

/**
 * The failures that can befall one call to the database: it fails there; the connection is cut before it arrives; the connection
 * is cut once it has been carried out, before its answer.
 */
export type Fault = 'error' | 'cut' | 'cut after'
export const FAULTS: readonly Fault[] = ['error', 'cut', 'cut after']

/** A pool like the product's, whose calls are listed, made to fail, or held back until others have come as far. */
export interface Wire {
  db: Db
  pool: pg.Pool
  /** The SQL of each call since the last `listen`, `begin` and `commit` included. */
  calls: readonly string[]
  /** Forgets the calls so far, and lets `fault` befall the n-th of those to come (from 0). Without, all is well. */
  listen(fault?: { at: number; fault: Fault }): void
  /** {@link listen} to the calls of this work alone: what works begun before it call is neither listed nor made to fail. */
  during<T>(work: () => Promise<T>, fault?: { at: number; fault: Fault }): Promise<T>
  /** Whether the fault has befallen. */
  landed(): boolean
  /** The next n transactions begin at the same moment, each on a connection of its own, or once `open` is called. */
  together(n: number): { open(): void }
  close(): Promise<void>
}

/** The work a call to the database is made for, where {@link Wire.during} tells works apart. */
const works = new AsyncLocalStorage<object>()

const AROUND = new Set(['begin', 'commit', 'rollback'])

/** @param autocommit begins and ends no transaction: what a test that trusts this wire must notice */
export function wireTo(
  connection: pg.ClientConfig,
  { autocommit = false, ...limits }: Limits & { autocommit?: boolean } = {},
): Wire {
  const { db: plain, pool } = connect(connection, limits)
  const calls: string[] = []
  let planned: { at: number; fault: Fault } | undefined
  let landed = false
  let gate: Gate | null = null
  let work: object | null = null

  const strike = async (inner: DatabaseConnection, query: CompiledQuery, fault: Fault) => {
    landed = true
    if (fault === 'error') return inner.executeQuery<never>(Query.raw('select fault()'))
    const { rows } = await inner.executeQuery<{ pid: number }>(Query.raw('select pg_backend_pid() as pid'))
    if (fault === 'cut after') await inner.executeQuery(query)
    await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(plain)
    return inner.executeQuery<never>(fault === 'cut' ? query : Query.raw('select 1'))
  }
  const watch = (inner: DatabaseConnection): DatabaseConnection => ({
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (query.sql === 'begin') await gate?.pass()
      if (work && works.getStore() !== work) return inner.executeQuery<R>(query)
      const at = calls.push(query.sql) - 1
      const carried = autocommit && AROUND.has(query.sql) ? Query.raw('select 1') : query
      if (planned?.at === at) return strike(inner, carried, planned.fault)
      return inner.executeQuery<R>(carried)
    },
    streamQuery: (query, size) => inner.streamQuery(query, size),
  })
  const listen: Wire['listen'] = (fault) => {
    calls.length = 0
    landed = false
    planned = fault
    work = null
  }
  class WatchedDialect extends PostgresDialect {
    override createDriver(): Driver {
      return new WatchedDriver(super.createDriver(), watch)
    }
  }
  const db = new Kysely<DB>({ dialect: new WatchedDialect({ pool }) })
  return {
    db,
    pool,
    calls,
    listen,
    during(run, fault) {
      listen(fault)
      work = {}
      return works.run(work, run)
    },
    landed: () => landed,
    together: (n) => (gate = new Gate(n)),
    close: () => db.destroy(),
  }
}

/** Holds whoever comes until `n` have come; those after them pass freely. */
class Gate {
  #missing: number
  open = () => {}
  readonly #opened: Promise<void>

  constructor(n: number) {
    this.#missing = n
    this.#opened = new Promise((resolve) => (this.open = resolve))
  }

  pass(): Promise<void> {
    if (--this.#missing === 0) this.open()
    return this.#opened
  }
}

/** The driver beneath, each of whose connections is watched. */
class WatchedDriver implements Driver {
  readonly #inner: Driver
  readonly #watch: (connection: DatabaseConnection) => DatabaseConnection
  readonly #beneath = new WeakMap<DatabaseConnection, DatabaseConnection>()

  constructor(inner: Driver, watch: (connection: DatabaseConnection) => DatabaseConnection) {
    this.#inner = inner
    this.#watch = watch
  }

  init() {
    return this.#inner.init()
  }

  async acquireConnection() {
    const inner = await this.#inner.acquireConnection()
    const watched = this.#watch(inner)
    this.#beneath.set(watched, inner)
    return watched
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    return this.#inner.beginTransaction(connection, settings)
  }

  commitTransaction(connection: DatabaseConnection) {
    return this.#inner.commitTransaction(connection)
  }

  rollbackTransaction(connection: DatabaseConnection) {
    return this.#inner.rollbackTransaction(connection)
  }

  releaseConnection(connection: DatabaseConnection) {
    return this.#inner.releaseConnection(this.#beneath.get(connection) ?? connection)
  }

  destroy() {
    return this.#inner.destroy()
  }
}
