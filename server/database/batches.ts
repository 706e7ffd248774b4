import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/db.ts'

/**
 * Reads the rows of a query a part at a time, in its order: they are never all in memory.
 * @param db a transaction, in which nothing else is read this way meanwhile
 */
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
