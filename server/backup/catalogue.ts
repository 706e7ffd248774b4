import pg from 'pg'

export interface Table {
  name: string
  /** Columns that can be written; generated columns follow from them. */
  columns: string[]
  identity: string | null
  references: string[]
}

/** The record of applied migrations (server/database/migrate.ts). */
export const MIGRATIONS_TABLE = 'migrations'

/** The table with the id that marks the installation's store of plans (server/files/installation.ts). */
export const INSTALLATION_TABLE = 'installation'

/**
 * Tables of one running installation, not of its data: a restored session would let a member back in. Backups, failures and the mark of the
 * store belong to the new installation; `cumuls` and `acquereurs` follow from the rows.
 */
export const TABLES_LEFT_OUT = new Set([
  'sessions',
  'sauvegardes',
  'verifications',
  'echecs',
  INSTALLATION_TABLE,
  'cumuls',
  'acquereurs',
])

/** Every table of the schema in use, referenced tables first. */
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

/** Settings under which every PostgreSQL writes and reads values as the same text. */
export const SAME_TEXT_SETTINGS =
  "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex'; set extra_float_digits = 1"

const id = (name: string) => pg.escapeIdentifier(name)

/** Statement that moves rows between a table and CSV. */
export function copyStatement(
  direction: 'to stdout' | 'from stdin',
  table: string,
  columns: string[],
): string {
  return `copy ${id(table)} (${columns.map(id).join(', ')}) ${direction} (format csv, encoding 'UTF8')`
}

/** Locks the shape of the tables (`access share`) or the whole tables until the end of the transaction. */
export async function lockTables(
  client: pg.ClientBase,
  tables: Pick<Table, 'name'>[],
  mode: 'access share' | 'access exclusive',
): Promise<void> {
  if (tables.length > 0)
    await client.query(`lock table ${tables.map(({ name }) => id(name)).join(', ')} in ${mode} mode`)
}

/** State of the numbering of an identity column. @throws RangeError beyond 2^53 */
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
