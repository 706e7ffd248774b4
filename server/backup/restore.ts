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
import { communesErreurs } from '#shared/erreurs.ts'
import { toAppError } from '#server/http/errors.ts'
import { takeForRestore } from '#server/files/installation.ts'
import { isDiskFull } from '#server/files/disk-space.ts'
import { PLANS_LOCK } from '#server/database/locks.ts'
import type { FileStore } from '#server/files/store.ts'
import { codeOf, messageOf, CommandError } from '#server/refusal.ts'
import { commande } from '#server/version.ts'

const expand = promisify(gunzip)

/** Tables that may have rows in an empty installation: attempts to sign in, and rows inserted by migrations. */
const OF_NO_ACCOUNT = new Set([...TABLES_LEFT_OUT, MIGRATIONS_TABLE, 'tentatives', 'stades', 'parametres'])

/** The migrations of a backup, as this Diyar knows them. @throws CommandError for an unknown or different migration: a newer Diyar made the backup */
export function migrationsOf({ manifest }: Archive, known: Migration[]): Migration[] {
  return manifest.migrations.map(({ name, checksum }, at) => {
    const migration = known.find((file) => file.name === name)
    if (!migration)
      throw new CommandError(
        `la sauvegarde a été faite par une version plus récente de Diyar (migration ${name}) : mettez Diyar à jour avant de la restaurer.`,
      )
    if (migration.checksum !== checksum || known[at] !== migration) {
      throw new CommandError(
        `la sauvegarde a reçu une autre migration ${name} que celle de cette version de Diyar : restaurez-la avec la version qui l'a faite.`,
      )
    }
    return migration
  })
}

interface RestoreOptions {
  archive: Archive
  migrations: Migration[]
  connection: pg.ClientConfig
  files: FileStore
}

/**
 * Puts a backup into an empty installation, whole or not at all: one transaction, with the plans before its end. The schema starts as that
 * of the backup and is migrated after the rows.
 * @returns numbers of rows, plans, and revoked buyers' links
 * @throws CommandError when the installation holds data or plans, or the disk has no room
 */
export async function restore({
  archive,
  migrations,
  connection,
  files,
}: RestoreOptions): Promise<{ rows: number; plans: number; liens: number }> {
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
    await dropRemovedFiles(client, archive)
    for (const migration of migrations.slice(had.length)) await apply(client, migration)
    await client.query(`update ${INSTALLATION_TABLE} set id = $1`, [taken.id])
    await keepAge(client, archive)
    const liens = await revokeLiens(client)
    for (const { id, part } of archive.manifest.plans) {
      kept.push(id)
      await keep(files, id, await archive.read(part))
    }
    // If the connection breaks during the commit, the data may be there; then unused plans do no harm, missing ones would be lost.
    undone = false
    await client.query('commit')
    await client.query('analyze')
    return { rows, plans: kept.length, liens }
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

/** Restores the age of the installation: the dates of its migrations as saved, and at least the age of its first member. */
async function keepAge(client: pg.Client, { manifest }: Archive): Promise<void> {
  for (const { name, appliedAt } of manifest.migrations)
    if (appliedAt !== undefined)
      await client.query(`update ${MIGRATIONS_TABLE} set applied_at = $2 where name = $1`, [name, appliedAt])
  await client.query(`
    update ${MIGRATIONS_TABLE} set applied_at = least(applied_at, (select min(cree_le) from membres))
    where name = (select min(name) from ${MIGRATIONS_TABLE})`)
}

/** Revokes every open buyer's link, because a link may have been revoked after the backup. @returns their number */
async function revokeLiens(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    'update liens_clients set revoque_le = now(), restaure = true where revoque_le is null and expire_le > now()',
  )
  return rowCount ?? 0
}

/** CommandError for an error of the disk, the store or the database; any other error unchanged. */
function interrupted(error: unknown, files: FileStore): unknown {
  if (isDiskFull(error))
    return new CommandError(
      "il n'y a pas assez de place pour cette sauvegarde : rien n'a été restauré. Libérez de la place, puis recommencez.",
    )
  if (codeOf(error) !== 'EACCES' && !toAppError(error)?.is(communesErreurs.indisponible)) return error
  return new CommandError(
    `la base de données, ou ${files.name}, ne répond plus (${messageOf(error)}) : rien n'a été restauré. Recommencez quand ce sera rétabli.`,
  )
}

const unconfirmed = (error: unknown) =>
  new CommandError(
    `la base de données n'a pas confirmé la fin de la restauration (${messageOf(error)}). Lancez « ${commande('verifier')} » : si les données n'y sont pas, restaurez dans une autre installation vide.`,
  )

async function installationIn(client: pg.Client, tables: Table[]): Promise<string | null> {
  if (!tables.some(({ name }) => name === INSTALLATION_TABLE)) return null
  const { rows } = await client.query<{ id: string }>(`select id from ${INSTALLATION_TABLE}`)
  return rows[0]?.id ?? null
}

async function assertEmpty(client: pg.Client, tables: Table[]): Promise<void> {
  const history = tables.find(({ name }) => name === MIGRATIONS_TABLE)
  if (tables.length > 0 && !history?.columns.includes('checksum')) {
    throw new CommandError('la base de données sert à autre chose que Diyar : restaurez dans une base vide.')
  }
  for (const { name } of tables.filter((table) => !OF_NO_ACCOUNT.has(table.name))) {
    const { rows } = await client.query<{ used: boolean }>(
      `select exists (select from ${pg.escapeIdentifier(name)}) as used`,
    )
    if (rows[0]?.used) {
      throw new CommandError(
        'cette installation contient déjà des données : restaurez dans une installation vide, avec un autre DATA_DIR ou une autre base de données.',
      )
    }
  }
}

/** Drops the empty tables and their functions, which the migrations make again; extensions stay. */
async function dropAll(client: pg.Client, tables: Table[]): Promise<void> {
  if (tables.length === 0) return
  for (const { name } of tables)
    await client.query(`drop table if exists ${pg.escapeIdentifier(name)} cascade`)
  const { rows } = await client.query<{ routine: string }>(`
    select p.oid::regprocedure::text as routine from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`)
  // A routine that another one calls in its body takes that one along.
  for (const { routine } of rows) await client.query(`drop routine if exists ${routine} cascade`)
}

async function fillTables(client: pg.Client, archive: Archive): Promise<number> {
  const entries = new Map(archive.manifest.tables.map((entry) => [entry.name, entry]))
  let rows = 0
  const tables = await readTables(client)
  // The rows that migrations inserted are in the archive in their current state, or were deleted.
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

/**
 * Drops the rows of files that were taken away while the backup was made: what must have a file goes with it, what may have one stays without.
 */
async function dropRemovedFiles(client: pg.Client, { manifest }: Archive): Promise<void> {
  const removed = manifest.removedFiles ?? []
  if (removed.length === 0) return
  const { rows } = await client.query<{ name: string; column: string; needed: boolean }>(`
    select c.conrelid::regclass::text as name, quote_ident(a.attname) as column, a.attnotnull as needed
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'fichiers'::regclass`)
  for (const { name, column, needed } of rows)
    await client.query(
      needed
        ? `delete from ${name} where ${column} = any($1::uuid[])`
        : `update ${name} set ${column} = null where ${column} = any($1::uuid[])`,
      [removed],
    )
  await client.query('delete from fichiers where id = any($1::uuid[])', [removed])
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
