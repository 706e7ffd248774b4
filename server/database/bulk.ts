import { sql, type Generated, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'

/** Rows of one statement; a larger one would hold its locks too long for others. */
const AT_ONCE = 5_000

/** Rows of a long list that are read at a time: it is never whole in memory, and other requests run between two readings. */
export const LIGNES_PAR_TRANCHE = 2_000

type Rows<T extends keyof DB> = readonly Insertable<DB[T]>[]

/**
 * Inserts many rows in their order, 5,000 a statement. All rows have the same columns: one that a row leaves out is null.
 * The statement's text does not depend on the number of rows, which go as one JSON document.
 */
export async function insertMany<T extends keyof DB>(db: Db, table: T, rows: Rows<T>): Promise<void> {
  await insertParts(db, table, rows, sql``)
}

/** {@link insertMany} for a table that numbers its rows. @returns the ids, in the order of the rows */
export async function addMany<T extends Numbered>(db: Db, table: T, rows: Rows<T>): Promise<number[]> {
  const added = await insertParts<{ id: number }>(db, table, rows, sql`returning id`)
  // Ids are drawn row by row, so their order is that of the rows, in whatever order the statement returns them.
  return added.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Returns the record that an insert of one record answers. @throws Error for none or several */
export function only<T>(inserted: readonly T[]): T {
  const [one, ...others] = inserted
  if (one === undefined || others.length > 0) throw new Error('an insert of one record answers one')
  return one
}

type Numbered = { [T in keyof DB]: DB[T] extends { id: Generated<number> } ? T : never }[keyof DB]

async function insertParts<R>(
  db: Db,
  table: keyof DB,
  rows: readonly object[],
  returning: RawBuilder<R>,
): Promise<R[]> {
  const found: R[] = []
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE)
    const columns = columnsOf(part)
    const inserted = await sql<R>`
      insert into ${sql.table(table)} (${columns}) overriding system value select ${columns} from ${recordset(table, part)} with ordinality
      order by ordinality ${returning}`.execute(db)
    found.push(...inserted.rows)
  }
  return found
}

/** Draws the next `nombre` ids of a table before its rows are written. */
export async function drawIds(db: Db, table: Numbered, nombre: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${nombre})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

type Changes<T extends keyof DB> = readonly (Updateable<DB[T]> & { id: number })[]
type Versioned = { [T in keyof DB]: DB[T] extends { version: unknown } ? T : never }[keyof DB]

/** Changes columns of many rows by their ids, 5,000 a statement; all rows have the same columns. */
export const changeMany = <T extends keyof DB>(db: Db, table: T, rows: Changes<T>): Promise<void> =>
  changeParts(db, table, rows, sql``)

/** {@link changeMany} that raises the version of each row. */
export const changeManyVersioned = <T extends Versioned>(db: Db, table: T, rows: Changes<T>): Promise<void> =>
  changeParts(db, table, rows, sql`, version = t.version + 1`)

/** Raises the versions of rows of which something besides their columns has changed. */
export const raiseVersions = async (db: Db, table: Versioned, ids: readonly number[]): Promise<void> =>
  void (await sql`update ${sql.table(table)} set version = version + 1 where id = any (${ids}::bigint[])`.execute(
    db,
  ))

async function changeParts(
  db: Db,
  table: keyof DB,
  rows: readonly object[],
  version: RawBuilder<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE)
    const changes = namesOf(part).flatMap((name) =>
      name === 'id' ? [] : sql`${sql.ref(name)} = l.${sql.ref(name)}`,
    )
    await sql`
      update ${sql.table(table)} t set ${sql.join(changes)}${version} from ${recordset(table, part)} l where t.id = l.id`.execute(
      db,
    )
  }
}

const namesOf = (rows: readonly object[]): string[] => [
  ...new Set(
    rows.flatMap((row) => Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : name))),
  ),
]
/** The columns that rows fill, for a statement from {@link recordset}. */
export const columnsOf = (rows: readonly object[]) => sql.join(namesOf(rows).map((name) => sql.ref(name)))
/** Rows of a table from one JSON document, whose columns have the types of the table's. */
export const recordset = (table: keyof DB, rows: readonly object[]) =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`

/** Reads a query in parts of `size`, so that its rows are never all in memory. @param db a transaction with one such reading */
export async function readInBatches<T>(
  db: Db,
  query: RawBuilder<T>,
  size: number,
  take: (rows: readonly T[]) => Promise<void>,
): Promise<void> {
  await sql`declare parts no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<T>`fetch ${sql.lit(size)} from parts`.execute(db)
    if (rows.length > 0) await take(rows)
    if (rows.length < size) break
  }
  await sql`close parts`.execute(db)
}
