import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { dbFolder } from '#server/package-root.ts'
import { Refusal } from '#server/http/refusal.ts'

export const MIGRATIONS = join(dbFolder, 'migrations')

export interface Migration {
  name: string
  text: string
  checksum: string
}

/** One lock for all servers that start at once on one database. */
export const MIGRATION_LOCK = 7_205_759

const FILE = /^\d{4}_[a-z0-9_]+\.sql$/

/**
 * Brings the schema up to date: each file of `folder` that the database has not had yet, in order, each in one transaction, under a lock.
 * @returns the names of those applied now
 * @throws Refusal when the database has had a file that is unknown here (a newer Diyar made it) or that has changed since
 */
export async function migrate(connection: pg.ClientConfig, folder: string = MIGRATIONS): Promise<string[]> {
  const known = await readMigrations(folder)
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    // Should we be killed meanwhile, the server stops at once: the next start would wait until the statement it is at has ended.
    // Servers older or of another system do not know how, and go on as they always did.
    await client.query("set client_connection_check_interval = '1s'").catch(() => {})
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const applied = await readApplied(client)
    verify(known, applied)
    const missing = known.slice(applied.length)
    for (const migration of missing) await applyAlone(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** The files of a folder, in order. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // Git may check text out with other line ends; the migration is the same.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Makes the table of what was applied, if need be, and reads it. */
export async function readApplied(client: pg.ClientBase): Promise<{ name: string; checksum: string }[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name',
  )
  return rows
}

/** What was applied must be the beginning of what is known, unchanged: migrations are only ever added at the end. */
function verify(known: Migration[], applied: { name: string; checksum: string }[]): void {
  applied.forEach(({ name, checksum }, at) => {
    const file = known.find((migration) => migration.name === name)
    if (!file)
      throw new Refusal(
        `la base de données a été utilisée par une version plus récente de Diyar (migration ${name}) : mettez Diyar à jour.`,
      )
    if (file.checksum !== checksum || known[at] !== file) {
      throw new Refusal(
        `la migration ${name} n'est plus celle que la base de données a reçue : remettez le fichier d'origine dans db/migrations.`,
      )
    }
  })
}

async function applyAlone(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await apply(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(
      `migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

/** Changes the schema and takes note of it, inside the caller's transaction. */
export async function apply(client: pg.ClientBase, { name, text, checksum }: Migration): Promise<void> {
  await client.query(text)
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}
