import {
  sql,
  type Compilable,
  type CompiledQuery,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type RawBuilder,
} from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/database/db.ts'

const names = new Map<string, string>()

/** Most names: each connection keeps the plan of every named statement. Further texts are planned each time. */
const MOST = 400

function giveName(text: string): void {
  if (!names.has(text) && names.size < MOST) names.set(text, `diyar_${names.size + 1}`)
}

/**
 * Runs a query that each connection plans once although its text varies, by the kind of bien, the filters and the order: planning a page
 * of ten tables takes longer than reading it (docs/decisions/0128). It suits queries by key or {@link anyOf}; a search or a period needs
 * a plan for its values. A text that does not vary is a {@link statement}.
 */
export async function runPrepared<T>(db: Db, query: RawBuilder<T> | Compilable<T>): Promise<T[]> {
  const compiled = query.compile(db)
  giveName(compiled.sql)
  const { rows } = await db.executeQuery<T>(compiled)
  return rows
}

/** Most named searches: a plan of the global search takes 0.7 MB in each connection, and its text depends on the typed words. */
const MOST_SEARCHES = 16
let searches = 0

/** Like {@link runPrepared}, for a search whose text depends on its words but whose plan does not (`isPlannedOnce`, lists.ts). */
export async function runSearch<T>(db: Db, query: RawBuilder<T> | Compilable<T>): Promise<T[]> {
  const compiled = query.compile(db)
  if (!names.has(compiled.sql) && searches < MOST_SEARCHES) {
    searches++
    giveName(compiled.sql)
  }
  const { rows } = await db.executeQuery<T>(compiled)
  return rows
}

class Mark {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}
type Marks<V extends readonly unknown[]> = { [K in keyof V]: RawBuilder<V[K]> }

/** A statement whose text is made once and planned once by each connection; making the text took as long as sending it. */
export function statement<V extends readonly unknown[], T>(
  build: (...marks: Marks<V>) => RawBuilder<T>,
): (db: Db, ...values: V) => Promise<T[]> {
  let made: CompiledQuery<T> | undefined
  const make = (db: Db) => {
    const marks = Array.from({ length: build.length }, (_, at) => sql.val(new Mark(at)))
    const compiled = build(...(marks as unknown as Marks<V>)).compile(db)
    giveName(compiled.sql)
    return compiled
  }
  return async (db, ...values) => {
    made ??= make(db)
    const { query, queryId } = made
    // A compiled query skips the plugins, but the one of transaction.ts must refuse it after an abort.
    db.getExecutor().transformQuery(query, queryId)
    const parameters = made.parameters.map((part) => (part instanceof Mark ? values[part.at] : part))
    const { rows } = await db.executeQuery<T>({ ...made, parameters })
    return rows
  }
}

/**
 * `id = ${anyOf(ids)}`: one plan serves all lengths of the hidden array; `any(${ids})` would be planned at each call.
 * @param ids numbers, or a select of them
 */
export const anyOf = (ids: readonly number[] | RawBuilder<unknown>): RawBuilder<unknown> =>
  'length' in ids ? sql`any(array(select unnest(${ids}::bigint[])))` : sql`any(array(${ids}))`

/** Puts rows that were read by these ids in the order of the ids. */
export function inOrder<T extends { id: number }>(ids: readonly number[], rows: readonly T[]): T[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

interface PageLimits {
  /** Null for all rows. */
  limit: number | null | RawBuilder<number | null>
  offset: number | RawBuilder<number>
}

/** Limit and offset of a page, hidden from the planner, which assumes a tenth of the rows: one plan serves every page. */
export const limitAndOffset = ({ limit, offset }: PageLimits): RawBuilder<unknown> =>
  sql`limit (select ${limit}::bigint) offset (select ${offset}::bigint)`

/** The pool in the shape that kysely expects; it sends the named statements under their names. */
export function poolOfPrepared(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const connect = async () => {
    const client = await pool.connect()
    const connection = known.get(client) ?? new Connection(client)
    known.set(client, connection)
    return connection
  }
  return { connect, end: () => pool.end() }
}

class Connection implements PostgresPoolClient {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(query: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    const client: PostgresPoolClient = this.#client
    if (typeof query !== 'string') return client.query(query)
    const name = names.get(query)
    return name
      ? this.#client.query({ name, text: query, values: [...parameters] })
      : client.query<R>(query, parameters)
  }

  release(): void {
    this.#client.release()
  }
}
