import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'

/** Not of the data but of one running installation; the sums of `cumuls` are checked by db/invariants.sql. */
const OF_THE_INSTALLATION = ['migrations', 'sessions', 'sauvegardes', 'installation', 'cumuls']

/** One line per table: its rows, a hash of all their values, generated ones too, and where its numbering stands. */
export async function fingerprints(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string; sequence: string | null }>`
    select t.tablename as name, (select pg_get_serial_sequence(t.tablename, c.column_name) from information_schema.columns c
      where c.table_schema = 'public' and c.table_name = t.tablename and c.is_identity = 'YES') as sequence
    from pg_tables t where t.schemaname = 'public' and t.tablename <> all(${OF_THE_INSTALLATION})`.execute(db)
  const found: Record<string, string> = {}
  for (const { name, sequence } of tables) {
    const { rows } = await sql<{ print: string }>`
      select concat(count(*), ' ', md5(coalesce(string_agg(md5(t::text), '' order by t::text), ''))) as print from ${sql.table(name)} t`.execute(
      db,
    )
    const standing = sequence
      ? (
          await sql<{
            at: string
          }>`select last_value || ' ' || is_called as at from ${sql.raw(sequence)}`.execute(db)
        ).rows[0]?.at
      : ''
    found[name] = `${rows[0]?.print} ${standing}`
  }
  return found
}
