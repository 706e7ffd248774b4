/** First prints of receipts, refunds and numbered papers: a print after the first one is a duplicata. */
import { sql } from 'kysely'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import type { Db } from '#server/database/db.ts'
import { jourOf, type Jour } from '#shared/dates.ts'

/** A paper to print. `tirage` in the query asks for a print to hand out; without it no print is kept and none is marked. */
export interface Tire {
  table: 'paiements' | 'remboursements' | 'documents'
  id: number
  tirage: '1' | undefined
}

/** Day of the first print, of which this one is a duplicata; null for a first print, or where the settings want no mark. */
export async function readOriginal(db: Db, { table, id, tirage }: Tire): Promise<Jour | null> {
  if (tirage === undefined) return null
  const { duplicata } = await readParametres(db, 'documents')
  if (!duplicata) return null
  const row = await db.selectFrom(table).select('imprime_le').where('id', '=', id).executeTakeFirst()
  return row?.imprime_le ? jourOf(row.imprime_le) : null
}

/** Keeps the instant of the first print, once its file is made, without a line in the journal: of several at once the first one wins. */
export async function keepTirage(pool: Db, { table, id, tirage }: Tire): Promise<void> {
  if (tirage === undefined) return
  await pool
    .updateTable(table)
    .set({ imprime_le: sql`now()` })
    .where('id', '=', id)
    .where('imprime_le', 'is', null)
    .execute()
}
