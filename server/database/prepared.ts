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

/** The statements that have a name, by their text. */
const names = new Map<string, string>()

/** Each connection keeps the plan of every named statement; of texts that have many shapes the last ones are planned each time. */
const MOST = 400

function giveName(text: string): void {
  if (!names.has(text) && names.size < MOST) names.set(text, `diyar_${names.size + 1}`)
}

/**
 * Runs a query that each connection parses and plans once, whatever its values: a page of six rows out of ten tables takes
 * longer to plan than to read. For what is asked again and again, by key or by {@link anyOf}; where the best plan depends on
 * the values (a search, a period), leave the planner its choice.
 */
export async function runPrepared<T>(db: Db, query: RawBuilder<T> | Compilable<T>): Promise<T[]> {
  const compiled = query.compile(db)
  giveName(compiled.sql)
  const { rows } = await db.executeQuery<T>(compiled)
  return rows
}

/** A search of all there is keeps 0,7 Mo in each connection: of texts that depend on what is typed, the first ones only have a name. */
const MOST_SEARCHES = 16
let searches = 0

/** As {@link runPrepared}, a search whose text depends on its words, and whose plan does not (`isPlannedOnce`, mots.ts). */
export async function runSearch<T>(db: Db, query: RawBuilder<T> | Compilable<T>): Promise<T[]> {
  const compiled = query.compile(db)
  if (!names.has(compiled.sql) && searches < MOST_SEARCHES) {
    searches++
    giveName(compiled.sql)
  }
  const { rows } = await db.executeQuery<T>(compiled)
  return rows
}

/** The place of a value in a statement, before there is one. */
class Mark {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}
type Marks<V extends readonly unknown[]> = { [K in keyof V]: RawBuilder<V[K]> }

/**
 * A statement of one place of the code: its text is made at the first use only, with a mark for each value, and every connection
 * plans it once, as in {@link runPrepared}. To make the text took as long as to send it.
 */
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
    // Who gives up a document refuses its statements here (reading.ts).
    db.getExecutor().transformQuery(query, queryId)
    const parameters = made.parameters.map((part) => (part instanceof Mark ? values[part.at] : part))
    const { rows } = await db.executeQuery<T>({ ...made, parameters })
    return rows
  }
}

/** One {@link statement} for each shape a query may have: which filters, which order. What may be typed is a value, never a shape. */
export function shaped<S, R>(make: (shape: S) => R): (shape: S) => R {
  const made = new Map<string, R>()
  return (shape) => {
    const key = JSON.stringify(shape)
    const known = made.get(key) ?? make(shape)
    made.set(key, known)
    return known
  }
}

/**
 * `id = ${anyOf(ids)}`: one of these. The list is an array of a subselect, whose length the planner does not see, so that one
 * plan serves all lengths. For `any(${ids})` PostgreSQL would plan at each call. @param ids numbers, or a select of them
 */
export const anyOf = (ids: readonly number[] | RawBuilder<unknown>): RawBuilder<unknown> =>
  'length' in ids ? sql`any(array(select unnest(${ids}::bigint[])))` : sql`any(array(${ids}))`

interface PageLimits {
  /** Null: all rows. */
  limit: number | null | RawBuilder<number | null>
  offset: number | RawBuilder<number>
}

/** The limit and offset of a page. The planner does not see them either: it assumes a tenth of the rows, and one plan serves every page. */
export const limitAndOffset = ({ limit, offset }: PageLimits): RawBuilder<unknown> =>
  sql`limit (select ${limit}::bigint) offset (select ${offset}::bigint)`

/** The pool as kysely wants it, sending those statements under their names. */
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
