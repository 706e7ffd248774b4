import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'

/** Rows of one statement; a larger one would hold its locks too long for others. */
const AT_ONCE = 5_000

/** Rows of a long list that are read at a time: it is never whole in memory, and other requests run between two readings. */
export const LIGNES_PAR_TRANCHE = 2_000

type Valeur = string | number | boolean | Date | null

/** Draws the next `nombre` ids of a table before its rows are written, so that referencing rows can be prepared. */
async function drawIds(db: Db, table: keyof DB, nombre: number): Promise<number[]> {
  if (nombre === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${nombre})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Draws an id for each new record, in their order. @returns the ids */
export async function giveIds(
  db: Db,
  table: keyof DB,
  records: readonly { id: number | null }[],
): Promise<number[]> {
  const ids = await drawIds(db, table, records.length)
  for (const [at, record] of records.entries()) record.id = ids[at] ?? null
  return ids
}

/**
 * Inserts many rows, 5,000 a statement, whose text does not depend on their number.
 * @param colonnes type of each column, `{ id: 'bigint', nomloc: 'text' }`. @param lignes one value per column, in their order
 */
export async function insertMany(
  db: Db,
  table: keyof DB,
  colonnes: Record<string, string>,
  lignes: readonly (readonly Valeur[])[],
): Promise<void> {
  const types = Object.entries(colonnes)
  const names = sql.join(types.map(([name]) => sql.ref(name)))
  for (let from = 0; from < lignes.length; from += AT_ONCE) {
    const part = lignes.slice(from, from + AT_ONCE)
    const arrays = types.map(
      ([, type], at) => sql`${part.map((ligne) => ligne[at] ?? null)}::${sql.raw(type)}[]`,
    )
    await sql`insert into ${sql.table(table)} (${names}) overriding system value
      select ${names} from unnest(${sql.join(arrays)}) with ordinality as l (${names}, rang_du_lot) order by l.rang_du_lot`.execute(
      db,
    )
  }
}

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
