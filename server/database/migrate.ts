import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { endWithUs } from '#server/database/locks.ts'
import { explainUnwritable } from '#server/database/outside.ts'
import { dbFolder } from '#server/package-root.ts'
import { codeOf, messageOf, CommandError } from '#server/refusal.ts'

export const MIGRATIONS = join(dbFolder, 'migrations')

export interface Migration {
  name: string
  text: string
  checksum: string
}

/** One lock for all servers that start on one database. */
export const MIGRATION_LOCK = 7_205_759

/** Code of an error that a migration raises itself: a French sentence about data that only the promoter can put right. */
const RAISED = 'P0001'

const FILE = /^\d{4}_[a-z0-9_]+\.sql$/

/** The migration that begins: its place, from 1 on, among those that the database lacks. */
export interface Step {
  name: string
  rank: number
  of: number
}

/**
 * Applies the migrations that the database lacks, each in its own transaction, under a lock. @returns their names
 * @param onStep hears of each before it begins
 * @throws CommandError for an unknown migration (of a newer Diyar), a changed one, one that refuses the data, or a role that may not create tables
 */
export async function migrate(
  connection: pg.ClientConfig,
  folder: string = MIGRATIONS,
  onStep: (step: Step) => void = () => {},
): Promise<string[]> {
  const known = await readMigrations(folder)
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await endWithUs(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const applied = await readApplied(client)
    verify(known, applied)
    const missing = known.slice(applied.length)
    for (const [at, migration] of missing.entries()) {
      onStep({ name: migration.name, rank: at + 1, of: missing.length })
      await applyAlone(client, migration)
    }
    return missing.map(({ name }) => name)
  } catch (error) {
    throw explainUnwritable(error, client)
  } finally {
    await client.end()
  }
}

/** Migrations of a folder, in the order of their names. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // Git may check text out with other line ends; the checksum must not change.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Creates the table of migrations if needed, and reads it. */
export async function readApplied(client: pg.ClientBase): Promise<{ name: string; checksum: string }[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name',
  )
  return rows
}

/** The applied migrations must be the first known ones, unchanged: new migrations are only added at the end. */
function verify(known: Migration[], applied: { name: string; checksum: string }[]): void {
  applied.forEach(({ name, checksum }, at) => {
    const file = known.find((migration) => migration.name === name)
    if (!file)
      throw new CommandError(
        `la base de données a été utilisée par une version plus récente de Diyar (migration ${name}) : mettez Diyar à jour.`,
      )
    if (file.checksum !== checksum || known[at] !== file) {
      throw new CommandError(
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
    if (codeOf(error) === RAISED) throw new CommandError(messageOf(error), { cause: error })
    throw new Error(`migration ${migration.name} failed: ${messageOf(error)}`, { cause: error })
  }
}

/** Applies a migration and records it, inside the caller's transaction. */
export async function apply(client: pg.ClientBase, { name, text, checksum }: Migration): Promise<void> {
  await client.query(text)
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}
