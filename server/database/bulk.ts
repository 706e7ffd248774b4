import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import type { DB } from '#server/database/schema.ts'

/** Rows of one statement: more would keep its locks for longer than anybody should wait. */
const AT_ONCE = 5_000

type Valeur = string | number | boolean | Date | null

/** The next `nombre` ids of a table, drawn before its rows are written: what points to them can be made meanwhile. */
export async function drawIds(db: Db, table: keyof DB, nombre: number): Promise<number[]> {
  if (nombre === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${nombre})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Inserts many rows in few statements, whose text does not grow with them.
 * @param colonnes the type of each column, `{ id: 'bigint', nomloc: 'text' }`
 * @param lignes one value per column, in their order
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
