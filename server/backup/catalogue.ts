import pg from 'pg'

/** What the database says of one of its tables. */
export interface Table {
  name: string
  /** Those that can be written: generated ones follow from them. */
  columns: string[]
  /** The identity column, which numbers the rows. */
  identity: string | null
  /** The tables its rows point to. */
  references: string[]
}

/** The record of what was done to the schema, kept by server/database/migrate.ts. */
export const MIGRATIONS_TABLE = 'migrations'

/** Whose store of plans is its own (server/files/installation.ts). */
export const INSTALLATION_TABLE = 'installation'

/**
 * Tables whose rows belong to one running installation and not to its data: who is signed in (a restored older state must not
 * let anybody back in), which backups it has made, when it looked at its rules, and which store of plans is its own: what is restored is another installation.
 * Kept sums follow from the rows that come in.
 */
export const TABLES_LEFT_OUT = new Set([
  'sessions',
  'sauvegardes',
  'verifications',
  INSTALLATION_TABLE,
  'cumuls',
  'acquereurs',
])

/** Every table of the schema in use, those that are pointed to before those that point to them. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      (select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as identity,
      (select coalesce(json_agg(distinct r.relname), '[]') from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "references"
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`)
  return sortByReference(rows)
}

function sortByReference(tables: Table[]): Table[] {
  const sorted: Table[] = []
  const rest = new Set(tables)
  while (rest.size > 0) {
    const ready = [...rest].filter(({ references }) =>
      references.every((name) => ![...rest].some((other) => other.name === name)),
    )
    if (ready.length === 0)
      throw new Error(`tables point to each other: ${[...rest].map(({ name }) => name).join(', ')}`)
    for (const table of ready) rest.delete(table)
    sorted.push(...ready)
  }
  return sorted
}

/** Values come and go as the same text whatever the settings of either server. */
export const SAME_TEXT_SETTINGS =
  "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex'; set extra_float_digits = 1"

const id = (name: string) => pg.escapeIdentifier(name)

/** The statement that moves rows between a table and CSV. */
export function copyStatement(
  direction: 'to stdout' | 'from stdin',
  table: string,
  columns: string[],
): string {
  return `copy ${id(table)} (${columns.map(id).join(', ')}) ${direction} (format csv, encoding 'UTF8')`
}

/** Holds the shape of the tables, or the tables altogether, until the end of the transaction. */
export async function lockTables(
  client: pg.ClientBase,
  tables: Pick<Table, 'name'>[],
  mode: 'access share' | 'access exclusive',
): Promise<void> {
  if (tables.length > 0)
    await client.query(`lock table ${tables.map(({ name }) => id(name)).join(', ')} in ${mode} mode`)
}

/** Where the numbering of an identity column stands: exact below 2^53. */
export async function readNumbering(
  client: pg.ClientBase,
  { name, identity }: Table,
): Promise<{ column: string; last: number; called: boolean } | null> {
  if (identity === null) return null
  const sequence = await sequenceOf(client, name, identity)
  const { rows } = await client.query<{ last: string; called: boolean }>(
    `select last_value::text as last, is_called as called from ${sequence}`,
  )
  const [standing] = rows
  if (!standing || !Number.isSafeInteger(Number(standing.last)))
    throw new RangeError(`the numbering of ${name} is out of bounds`)
  return { column: identity, last: Number(standing.last), called: standing.called }
}

export async function writeNumbering(
  client: pg.ClientBase,
  table: string,
  { column, last, called }: { column: string; last: number; called: boolean },
): Promise<void> {
  await client.query('select setval($1::regclass, $2, $3)', [
    await sequenceOf(client, table, column),
    last,
    called,
  ])
}

async function sequenceOf(client: pg.ClientBase, table: string, column: string): Promise<string> {
  const { rows } = await client.query<{ sequence: string | null }>(
    'select pg_get_serial_sequence($1, $2) as sequence',
    [id(table), column],
  )
  if (!rows[0]?.sequence) throw new Error(`no numbering of ${table}.${column}`)
  return rows[0].sequence
}
