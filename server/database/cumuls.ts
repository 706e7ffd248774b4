import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { runPrepared } from '#server/database/prepared.ts'

/** What db/migrations/0003_cumuls.sql counts by rows coming and going; `acquereurs` are the clients who own something now. */
export type Compte =
  | 'residences'
  | 'blocs'
  | 'etages'
  | 'parkings'
  | 'clients'
  | 'biens'
  | 'appartements'
  | 'acquereurs'

/** One sum of a query over `cumuls c`. It is an integer, in centimes for `prix` and `paye`. */
export const cumul = (quoi: string, colonne: 'nombre' | 'prix' | 'paye'): RawBuilder<number> =>
  sql<number>`coalesce(sum(${sql.ref(`c.${colonne}`)}) filter (where c.quoi = ${sql.lit(quoi)}), 0)::bigint`

/** How many rows a table has, as an expression of a query. It reads a few kept sums, whatever the size of the table. */
export const cumulCount = (quoi: Compte): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(nombre), 0)::bigint from cumuls where quoi = ${sql.lit(quoi)})`

export async function readCumulCount(db: Db, quoi: Compte): Promise<number> {
  const [row] = await runPrepared(db, sql<{ n: number }>`select ${cumulCount(quoi)} as n`)
  return row?.n ?? 0
}
