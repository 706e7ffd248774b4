import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'

/** Not of the data but of one running installation; the sums of `cumuls` are checked by db/invariants.sql. */
const OF_THE_INSTALLATION = [
  'migrations',
  'sessions',
  'sauvegardes',
  'verifications',
  'echecs',
  'installation',
  'cumuls',
]

/** A table: how many rows, a hash of all their values, generated ones too, and where its numbering stands. */
export interface Print {
  rows: number
  hash: string
  last: string | null
}

/** Every table but `without`, by its name. */
export async function printTables(db: Db, without: readonly string[]): Promise<Map<string, Print>> {
  const tables = await tablesBut(db, without)
  const each = tables.map(
    ({ name, last }) => sql`select ${name} as name, ${last}::text as last, count(*)::integer as rows,
      md5(coalesce(string_agg(md5(t::text), '' order by t::text), '')) as hash from ${sql.table(name)} t`,
  )
  const { rows } = await sql<Print & { name: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, ...print }) => [name, print]))
}

/** Each table of the data in one line, to be compared with what it was, or with another installation's. */
export async function fingerprints(db: Db): Promise<Record<string, string>> {
  const prints = [...(await printTables(db, OF_THE_INSTALLATION))]
  return Object.fromEntries(prints.map(([name, { rows, hash, last }]) => [name, `${rows} ${hash} ${last}`]))
}

/** Every row of every table as text. */
export async function everyRow(db: Db): Promise<string> {
  const tables = await tablesBut(db, [])
  const each = tables.map(({ name }) => sql`select t::text as row from ${sql.table(name)} t`)
  const { rows } = await sql<{ row: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows.map(({ row }) => row).join('\n')
}

async function tablesBut(db: Db, without: readonly string[]) {
  const { rows } = await sql<{ name: string; last: string | null }>`
    select c.relname as name, pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass) as last
      from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all(${without})
      order by c.relname`.execute(db)
  return rows
}
