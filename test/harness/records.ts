import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'

/** Living ids by table, the newest first. */
export type Records = ReadonlyMap<string, readonly number[]>

/** Words of addresses that are spelt otherwise than their table. */
const SPELT: Record<string, string> = {
  local: 'locaux',
  members: 'membres',
  categories: 'categories_bons',
  cheques: 'paiements',
  compte: 'comptes_bancaires',
  connexions: 'sessions',
  generations: 'actes',
  'plan-de-vente': 'residences',
}

/** The ids that are there, of every table whose records have a number. @param limit of each, the newest */
export async function readRecords(db: Db, limit = 200): Promise<Records> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'id' and a.atttypid = 'bigint'::regtype`.execute(
    db,
  )
  const each = tables.map(
    ({ name }) =>
      sql`select ${name} as name, array(select id from ${sql.table(name)} order by id desc limit ${limit}) as ids`,
  )
  const { rows } = await sql<{ name: string; ids: number[] }>`${sql.join(each, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, ids }) => [name, ids.map(Number)]))
}

/** The table whose records a word names in the singular: `client`, `place_parking`, `categorie_bon`. */
export function tableNamed(word: string, records: Records): string | undefined {
  const pieces = word.replaceAll('-', '_').split('_')
  const [first = '', ...others] = pieces
  const plurals = [
    SPELT[word] ?? '',
    [`${first}s`, ...others].join('_'),
    pieces.map((piece) => `${piece}s`).join('_'),
  ]
  return plurals.find((plural) => records.has(plural))
}

/**
 * The table that a parameter of an address takes its id from: that of the last word before it which names one.
 * @throws Error when there is none: the word belongs in `SPELT`
 */
export function tableOf(path: string, parameter: string, records: Records): string {
  const [before = ''] = path.split(`{${parameter}}`)
  for (const segment of before.split('/').toReversed()) {
    const word = segment.replaceAll('-', '_')
    if (records.has(word)) return word
    // Also the last piece of `print-client`.
    const table = tableNamed(segment, records) ?? tableNamed(segment.split('-').at(-1) ?? '', records)
    if (table !== undefined) return table
  }
  throw new Error(`no table has the records of {${parameter}} in ${path}`)
}
