import { rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Archive } from '#server/backup/archive-reader.ts'
import {
  copyStatement,
  INSTALLATION_TABLE,
  TABLES_LEFT_OUT,
  lockTables,
  MIGRATIONS_TABLE,
  readTables,
  SAME_TEXT_SETTINGS,
  writeNumbering,
  type Table,
} from '#server/backup/catalogue.ts'
import type { TableEntry } from '#server/backup/manifest.ts'
import { apply, MIGRATION_LOCK, readApplied, type Migration } from '#server/database/migrate.ts'
import { toAppError } from '#server/http/errors.ts'
import { takeForRestore } from '#server/files/installation.ts'
import { isDiskFull } from '#server/files/disk-space.ts'
import { PLANS_LOCK } from '#server/files/plans-lock.ts'
import type { FileStore } from '#server/files/store.ts'
import { Refusal } from '#server/http/refusal.ts'

const expand = promisify(gunzip)

/** What there may be before anybody has an account: the attempts to sign in, and what migrations put there to begin with. */
const OF_NO_ACCOUNT = new Set([...TABLES_LEFT_OUT, MIGRATIONS_TABLE, 'tentatives', 'stades', 'parametres'])

/**
 * The migrations a backup has been through, as this Diyar knows them.
 * @throws Refusal when it has been through another: a newer Diyar made it
 */
export function migrationsOf({ manifest }: Archive, known: Migration[]): Migration[] {
  return manifest.migrations.map(({ name, checksum }, at) => {
    const migration = known.find((file) => file.name === name)
    if (!migration)
      throw new Refusal(
        `la sauvegarde a été faite par une version plus récente de Diyar (migration ${name}) : mettez Diyar à jour avant de la restaurer.`,
      )
    if (migration.checksum !== checksum || known[at] !== migration) {
      throw new Refusal(
        `la sauvegarde a reçu une autre migration ${name} que celle de cette version de Diyar : restaurez-la avec la version qui l'a faite.`,
      )
    }
    return migration
  })
}

interface RestoreOptions {
  archive: Archive
  /** All that this Diyar knows. */
  migrations: Migration[]
  connection: pg.ClientConfig
  files: FileStore
}

/**
 * Puts the data and the plans of a backup into an empty installation, all of them or none: one transaction, the plans before its end.
 * The schema becomes that of the backup, takes its rows in, and is brought up to date. The installation is another one than that
 * which was saved: its store of plans is its own, and was nobody's before.
 * @throws Refusal when the installation holds data or plans already, or when there is no room for these
 */
export async function restore({
  archive,
  migrations,
  connection,
  files,
}: RestoreOptions): Promise<{ rows: number; plans: number }> {
  const had = migrationsOf(archive, migrations)
  const client = new pg.Client({ ...connection, application_name: 'diyar-restauration' })
  client.on('error', () => {})
  const kept: string[] = []
  let giveBack = async () => {}
  let undone = true
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1), pg_advisory_lock($2)', [MIGRATION_LOCK, PLANS_LOCK])
    await client.query(`${SAME_TEXT_SETTINGS}; set lock_timeout = '30s'`)
    await client.query('begin')
    const existing = await readTables(client)
    await lockTables(client, existing, 'access exclusive')
    await assertEmpty(client, existing)
    const taken = await takeForRestore(files, await installationIn(client, existing))
    giveBack = taken.giveBack
    await dropAll(client, existing)
    await readApplied(client)
    for (const migration of had) await apply(client, migration)
    const rows = await fillTables(client, archive)
    for (const migration of migrations.slice(had.length)) await apply(client, migration)
    await client.query(`update ${INSTALLATION_TABLE} set id = $1`, [taken.id])
    for (const { id, part } of archive.manifest.plans) {
      kept.push(id)
      await keep(files, id, await archive.read(part))
    }
    // If the connection breaks here, the transaction may have been committed. The plans stay: unused ones do no harm, missing ones would be lost.
    undone = false
    await client.query('commit')
    await client.query('analyze')
    return { rows, plans: kept.length }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (undone) {
      for (const id of kept) await files.drop(id, 'plans').catch(() => {})
      await giveBack().catch(() => {})
    }
    throw undone ? interrupted(error, files) : unconfirmed(error)
  } finally {
    await client.end()
  }
}

/** What the disk, the store or the database says against a restore, as a sentence; a defect as it is. */
function interrupted(error: unknown, files: FileStore): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isDiskFull(error))
    return new Refusal(
      "il n'y a pas assez de place pour cette sauvegarde : rien n'a été restauré. Libérez de la place, puis recommencez.",
    )
  if (code !== 'EACCES' && toAppError(error)?.code !== 'indisponible') return error
  return new Refusal(
    `la base de données, ou ${files.name}, ne répond plus (${reasonOf(error)}) : rien n'a été restauré. Recommencez quand ce sera rétabli.`,
  )
}

const unconfirmed = (error: unknown) =>
  new Refusal(
    `la base de données n'a pas confirmé la fin de la restauration (${reasonOf(error)}). Lancez « npm run verifier » : si les données n'y sont pas, restaurez dans une autre installation vide.`,
  )

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function installationIn(client: pg.Client, tables: Table[]): Promise<string | null> {
  if (!tables.some(({ name }) => name === INSTALLATION_TABLE)) return null
  const { rows } = await client.query<{ id: string }>(`select id from ${INSTALLATION_TABLE}`)
  return rows[0]?.id ?? null
}

async function assertEmpty(client: pg.Client, tables: Table[]): Promise<void> {
  const history = tables.find(({ name }) => name === MIGRATIONS_TABLE)
  if (tables.length > 0 && !history?.columns.includes('checksum')) {
    throw new Refusal('la base de données sert à autre chose que Diyar : restaurez dans une base vide.')
  }
  for (const { name } of tables.filter((table) => !OF_NO_ACCOUNT.has(table.name))) {
    const { rows } = await client.query<{ used: boolean }>(
      `select exists (select from ${pg.escapeIdentifier(name)}) as used`,
    )
    if (rows[0]?.used) {
      throw new Refusal(
        'cette installation contient déjà des données : restaurez dans une installation vide, avec un autre DATA_DIR ou une autre base de données.',
      )
    }
  }
}

/** Tables without rows, and the functions that served them: the migrations make them anew. Extensions stay. */
async function dropAll(client: pg.Client, tables: Table[]): Promise<void> {
  if (tables.length === 0) return
  for (const { name } of tables)
    await client.query(`drop table if exists ${pg.escapeIdentifier(name)} cascade`)
  const { rows } = await client.query<{ routine: string }>(`
    select p.oid::regprocedure::text as routine from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`)
  for (const { routine } of rows) await client.query(`drop routine ${routine} cascade`)
}

async function fillTables(client: pg.Client, archive: Archive): Promise<number> {
  const entries = new Map(archive.manifest.tables.map((entry) => [entry.name, entry]))
  let rows = 0
  const tables = await readTables(client)
  // What migrations put there to begin with is in the archive as it is now, or was deleted since.
  for (const { name } of tables.toReversed())
    if (entries.has(name)) await client.query(`delete from ${pg.escapeIdentifier(name)}`)
  for (const { name } of tables) {
    const entry = entries.get(name)
    if (entry) rows += await fillTable(client, entry, archive)
    entries.delete(name)
  }
  if (entries.size > 0) throw new Error(`no such tables: ${[...entries.keys()].join(', ')}`)
  return rows
}

async function fillTable(
  client: pg.Client,
  { name, columns, parts, rows, identity }: TableEntry,
  archive: Archive,
): Promise<number> {
  const csv = async function* () {
    for (const part of parts) yield await expand(await archive.read(part))
  }
  const stream = client.query(copyFrom(copyStatement('from stdin', name, columns)))
  await pipeline(Readable.from(csv()), stream)
  if (stream.rowCount !== rows) throw new Error(`${name}: ${stream.rowCount} rows restored of ${rows}`)
  if (identity) await writeNumbering(client, name, identity)
  return rows
}

async function keep(files: FileStore, id: string, bytes: Buffer): Promise<void> {
  const draft = await files.draft()
  try {
    await writeFile(draft, bytes, { flag: 'wx', mode: 0o600 })
    await files.keep(draft, id)
  } finally {
    await rm(draft, { force: true })
  }
}
