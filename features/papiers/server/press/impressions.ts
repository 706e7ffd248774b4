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

/** Papers of one table that are printed as one file. */
export type Tires = Omit<Tire, 'id'> & { ids: readonly number[] }

/**
 * Makes a print. Who is first is decided by one update before the file is made, without a line in the journal, and given up when it cannot be
 * made. Neither a HEAD nor a link on another site is a print: nobody holds its paper.
 * @param make gets the papers whose first print this is
 */
export async function withTirages<T>(
  { pool, request }: Pick<FileContext, 'pool' | 'request'>,
  tires: Tires,
  make: (premiers: ReadonlySet<number>) => Promise<T>,
): Promise<T> {
  const counted = tires.tirage !== undefined && request.method === 'GET' && !isFromElsewhere(request)
  const claimed = counted ? await claim(pool, tires) : []
  try {
    return await make(new Set(claimed.map(({ id }) => id)))
  } catch (error) {
    await giveUp(pool, tires, claimed)
    throw error
  }
}

/** {@link withTirages} of one paper. @param make gets whether this is the first print */
export const withTirage = <T>(
  context: Pick<FileContext, 'pool' | 'request'>,
  { id, ...tire }: Tire,
  make: (premier: boolean) => Promise<T>,
): Promise<T> => withTirages(context, { ...tire, ids: [id] }, (premiers) => make(premiers.has(id)))

interface Claimed {
  id: number
  imprime_le: Date | null
}

/** The papers that were never printed, with the instant of their first print, in whole milliseconds, as a Date has them. */
const claim = (pool: Db, { table, ids }: Tires): Promise<Claimed[]> =>
  pool
    .updateTable(table)
    .set({ imprime_le: sql`date_trunc('milliseconds', now())` })
    // Two files of the same papers wait for each other instead of ending in a deadlock.
    .where('id', 'in', (db) =>
      db
        .selectFrom(table)
        .select('id')
        .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
        .where('imprime_le', 'is', null)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .where('imprime_le', 'is', null)
    .returning(['id', 'imprime_le'])
    .execute()

async function giveUp(pool: Db, { table }: Tires, claimed: readonly Claimed[]): Promise<void> {
  const [first] = claimed
  if (!first) return
  await pool
    .updateTable(table)
    .set({ imprime_le: null })
    .where(
      'id',
      'in',
      claimed.map(({ id }) => id),
    )
    .where('imprime_le', '=', first.imprime_le)
    .execute()
}
