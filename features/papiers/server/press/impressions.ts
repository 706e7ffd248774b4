/** First prints of receipts, refunds and numbered papers: a print after the first one is a duplicata. */
import { sql } from 'kysely'
import { readParametres } from '#features/parametres/server/parametres.service.ts'
import type { Db } from '#server/database/db.ts'
import type { FileContext } from '#server/http/route.ts'
import { isFromElsewhere } from '#server/http/session.ts'
import { jourOf, type Jour } from '#shared/dates.ts'

/** A paper to print. `tirage` in the query asks for a print to hand out; without it no print is kept and none is marked. */
export interface Tire {
  table: 'paiements' | 'remboursements' | 'documents'
  id: number
  tirage: '1' | undefined
}

/** Day of the first print, of which this one is a duplicata; null for a first print (`premier`), or where the settings want no mark. */
export async function readOriginal(
  db: Db,
  { table, id, tirage }: Tire,
  premier: boolean,
): Promise<Jour | null> {
  if (tirage === undefined || premier) return null
  const { duplicata } = await readParametres(db, 'documents')
  if (!duplicata) return null
  const row = await db.selectFrom(table).select('imprime_le').where('id', '=', id).executeTakeFirst()
  return row?.imprime_le ? jourOf(row.imprime_le) : null
}

/**
 * Makes a print. Who is first is decided by one update before the file is made, without a line in the journal, and given up when it cannot be
 * made. Neither a HEAD nor a link on another site is a print: nobody holds its paper.
 * @param make gets whether this is the first print
 */
export async function withTirage<T>(
  { pool, request }: Pick<FileContext, 'pool' | 'request'>,
  tire: Tire,
  make: (premier: boolean) => Promise<T>,
): Promise<T> {
  const counted = tire.tirage !== undefined && request.method === 'GET' && !isFromElsewhere(request)
  const instant = counted ? await claim(pool, tire) : null
  try {
    return await make(instant !== null)
  } catch (error) {
    if (instant) await giveUp(pool, tire, instant)
    throw error
  }
}

/** Instant of the first print when it is this one, else null; in whole milliseconds, as a Date has them. */
async function claim(pool: Db, { table, id }: Tire): Promise<Date | null> {
  const row = await pool
    .updateTable(table)
    .set({ imprime_le: sql`date_trunc('milliseconds', now())` })
    .where('id', '=', id)
    .where('imprime_le', 'is', null)
    .returning('imprime_le')
    .executeTakeFirst()
  return row?.imprime_le ?? null
}

async function giveUp(pool: Db, { table, id }: Tire, instant: Date): Promise<void> {
  await pool
    .updateTable(table)
    .set({ imprime_le: null })
    .where('id', '=', id)
    .where('imprime_le', '=', instant)
    .execute()
}
