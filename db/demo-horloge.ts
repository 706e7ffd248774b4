import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'

/** Clock that {@link underMovedClock} moves. */
export interface Horloge {
  /** Makes this instant the present, in the process and in the transaction. */
  set(instant: Date): Promise<void>
}

const INSTANT = 'diyar.instant'

/**
 * Runs `work` in its transaction with a clock that it moves: `new Date()`, `Date.now()`, and `now()` and `clock_timestamp()` of the
 * database, also as the default of a column. What else asks for the time in this process meanwhile gets the moved one.
 */
export async function underMovedClock(db: Db, work: (horloge: Horloge) => Promise<void>): Promise<void> {
  const defaults = await readDefaults(db)
  const { schema, chemin } = await readPlace(db)
  await shadowClock(db, schema, defaults)
  const present = globalThis.Date
  let at = present.now()
  globalThis.Date = new Proxy(present, {
    construct: (target, args, type) => {
      const made: Date = Reflect.construct(target, args.length === 0 ? [at] : args, type)
      return made
    },
    get: (target, key, receiver) => (key === 'now' ? () => at : Reflect.get(target, key, receiver)),
  })
  try {
    await work({
      async set(instant) {
        at = instant.getTime()
        await sql`select set_config(${INSTANT}, ${instant.toISOString()}, true)`.execute(db)
      },
    })
  } finally {
    globalThis.Date = present
  }
  await sql`set constraints all immediate`.execute(db)
  await sql`select set_config('search_path', ${chemin}, true)`.execute(db)
  await setDefaults(db, defaults, 'pg_catalog')
  for (const nom of CLOCKS) await sql`drop function ${sql.raw(`${schema}.${nom}`)}()`.execute(db)
}

interface Defaut {
  nom: string
  colonne: string
  horloge: string
}

/** Columns whose default is a clock. */
async function readDefaults(db: Db): Promise<Defaut[]> {
  const { rows } = await sql<Defaut>`
    select c.relname as nom, a.attname as colonne, pg_get_expr(d.adbin, d.adrelid) as horloge
    from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
    where c.relnamespace = current_schema()::regnamespace and pg_get_expr(d.adbin, d.adrelid) in ('now()', 'clock_timestamp()')
    order by 1, 2`.execute(db)
  return rows
}

const setDefaults = async (db: Db, defaults: readonly Defaut[], schema: string) => {
  for (const { nom, colonne, horloge } of defaults)
    await sql`alter table ${sql.table(nom)} alter column ${sql.ref(colonne)} set default ${sql.raw(`${schema}.${horloge}`)}`.execute(
      db,
    )
}

const CLOCKS = ['now', 'clock_timestamp']

async function readPlace(db: Db): Promise<{ schema: string; chemin: string }> {
  const { rows } = await sql<{ schema: string; chemin: string }>`
    select quote_ident(current_schema()) as schema, current_setting('search_path') as chemin`.execute(db)
  return rows[0] ?? { schema: 'public', chemin: 'public' }
}

/** Functions of the database's own schema stand before those of the system as long as the system's schema comes last. */
async function shadowClock(db: Db, schema: string, defaults: readonly Defaut[]): Promise<void> {
  const instant = `select coalesce(nullif(current_setting('${INSTANT}', true), '')::timestamptz, pg_catalog.now())`
  for (const nom of CLOCKS)
    await sql`create function ${sql.raw(`${schema}.${nom}`)}() returns timestamptz language sql stable as ${sql.lit(instant)}`.execute(
      db,
    )
  await setDefaults(db, defaults, schema)
  await sql`set local search_path to ${sql.raw(schema)}, pg_catalog`.execute(db)
}
