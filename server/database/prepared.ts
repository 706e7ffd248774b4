import {
  sql,
  type Compilable,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type RawBuilder,
} from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/database/db.ts'

/** The statements that have a name, by their text. Their number is that of the places that call {@link runPrepared}. */
const names = new Map<string, string>()

/**
 * Runs a query that each connection parses and plans once, whatever its values: a page of six rows out of ten tables takes
 * longer to plan than to read. For what is asked again and again, by key or by {@link anyOf}; where the best plan depends on
 * the values (a search, a period), leave the planner its choice.
 */
export async function runPrepared<T>(db: Db, query: RawBuilder<T> | Compilable<T>): Promise<T[]> {
  const compiled = query.compile(db)
  if (!names.has(compiled.sql)) names.set(compiled.sql, `diyar_${names.size + 1}`)
  const { rows } = await db.executeQuery<T>(compiled)
  return rows
}

/**
 * `id = ${anyOf(ids)}`: one of these. As an array of its own the list has no length the planner could see, and the plan it made
 * for one length serves all: of `any(${ids})` it makes a new one every time. @param ids numbers, or a select of them
 */
export const anyOf = (ids: readonly number[] | RawBuilder<unknown>): RawBuilder<unknown> =>
  'length' in ids ? sql`any(array(select unnest(${ids}::bigint[])))` : sql`any(array(${ids}))`

/** The limits of a page, unknown to the planner for the same reason: it takes them for a tenth of the rows, and one plan serves all. */
export const limitAndOffset = ({ limit, offset }: { limit: number; offset: number }): RawBuilder<unknown> =>
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
