import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { createArchive, sha256, type ArchiveWriter } from '#server/backup/archive-writer.ts'
import {
  copyStatement,
  TABLES_LEFT_OUT,
  lockTables,
  MIGRATIONS_TABLE,
  readNumbering,
  readTables,
  SAME_TEXT_SETTINGS,
  type Table,
} from '#server/backup/catalogue.ts'
import { waitForLock, onOwnConnection, unlessAborted } from '#server/backup/connection.ts'
import { FORMAT, type Manifest, type TableEntry } from '#server/backup/manifest.ts'
import { explainWriteFailure } from '#server/backup/failure.ts'
import { areOnOneDisk, requireSpace } from '#server/files/disk-space.ts'
import type { FileStore } from '#server/files/store.ts'
import { PLANS_LOCK } from '#server/database/locks.ts'
import { codeOf, CommandError } from '#server/refusal.ts'

const compress = promisify(gzip)

/** Bytes of a table per file of the backup, and so in memory at a time. */
const PART = 4 * 1024 * 1024
/** Bytes beside each plan: its tar header, the filling of its last block, its lines in the lists. */
const AROUND = 1536

interface CopyOptions {
  files: FileStore
  /** Path of the file to make; it must not exist. */
  target: string
  /** Folder of the data: a backup on the same disk leaves a reserve to the database, a backup on another disk may fill it. */
  dataDir?: string
  madeAt?: Date
  /** An abort gives up at once and leaves no file. */
  signal?: AbortSignal
  /** Called when another backup is under way; this one then waits for it. */
  onWait?: () => void
}

interface BackupOptions extends CopyOptions {
  connection: pg.ClientConfig
}

export interface Backup {
  path: string
  size: number
  /** SHA-256 of the whole file, hexadecimal. */
  sha256: string
  /** Time at which the file was read back without a difference. */
  readBackAt: Date
  rows: number
  plans: number
  /** Ids of plans that the data name, but that are absent from the store or differ from the upload. */
  faultyPlans: string[]
}

/**
 * Writes all data and plans of one instant into one file while the product is in use (docs/decisions/0035).
 * @throws CommandError when the file cannot be written, the disk lacks room, or the database holds no Diyar
 */
export async function backUp({ connection, ...options }: BackupOptions): Promise<Backup> {
  return onOwnConnection(connection, options.signal, (client) => backUpOver(client, options))
}

/** Does the same over a connection from `onOwnConnection`. */
export async function backUpOver(client: pg.Client, options: CopyOptions): Promise<Backup> {
  const { target, madeAt = new Date(), signal } = options
  const archive = await createArchive(target, madeAt)
  try {
    return await unlessAborted(signal, fill(client, archive, { ...options, madeAt }))
  } catch (error) {
    throw explainWriteFailure(target, error)
  } finally {
    await archive.discard()
  }
}

async function fill(
  client: pg.Client,
  archive: ArchiveWriter,
  { files, target, dataDir, madeAt, signal, onWait = () => {} }: CopyOptions & { madeAt: Date },
): Promise<Backup> {
  // The lock keeps replaced plans in the bin until they are copied: the instant of the backup may name them.
  await waitForLock(client, PLANS_LOCK, signal, onWait)
  const folder = dirname(target)
  const purpose = dataDir !== undefined && (await areOnOneDisk(folder, dataDir)) ? 'backup' : null
  const add = async (name: string, bytes: Buffer) => {
    signal?.throwIfAborted()
    await requireSpace(folder, bytes.length, purpose)
    await archive.add(name, bytes)
  }
  const { tables, migrations, plans } = await copyTables(client, add, (size) =>
    requireSpace(folder, size, purpose),
  )
  const { missing, ...copied } = await copyPlans(plans, files, add, signal)
  const removedFiles = await noLongerNamed(client, missing)
  const faultyPlans = copied.faultyPlans.filter((id) => !removedFiles.includes(id))
  // The unlock fails if the connection was lost in between, and the lock with it.
  await client.query('select pg_advisory_unlock($1)', [PLANS_LOCK])
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: madeAt.toISOString(),
    migrations,
    tables,
    ...copied,
    faultyPlans,
    removedFiles,
  }
  const { size, sha256: sum, readBackAt } = await archive.finish(manifest, signal)
  return {
    path: target,
    size,
    sha256: sum,
    readBackAt,
    rows: tables.reduce((total, table) => total + table.rows, 0),
    plans: copied.plans.length,
    faultyPlans,
  }
}

type Add = ArchiveWriter['add']
type Plan = { id: string; sha256: string; taille: number }

/**
 * Copies every table of one instant, which ends before the plans: an instant open for hours would keep PostgreSQL from vacuuming.
 * @param requireSize receives the greatest size of the whole backup, in bytes, before the first write
 */
async function copyTables(
  client: pg.Client,
  add: Add,
  requireSize: (size: number) => Promise<void>,
): Promise<Pick<Manifest, 'tables' | 'migrations'> & { plans: Plan[] }> {
  await client.query(SAME_TEXT_SETTINGS)
  const tables = await freeze(client)
  const { rows: migrations } = await client.query<{ name: string; checksum: string; appliedAt: string }>(
    `select name, checksum, applied_at::text as "appliedAt" from ${MIGRATIONS_TABLE} order by name`,
  )
  const { rows: plans } = await client.query<Plan>(
    "select id, encode(sha256, 'hex') as sha256, taille::float8 as taille from fichiers order by id",
  )
  await requireSize(
    (await sizeOf(client, tables)) + plans.reduce((sum, { taille }) => sum + taille + AROUND, 0),
  )
  const copied: TableEntry[] = []
  for (const table of tables) copied.push(await copyTable(client, table, add))
  await client.query('commit')
  return { tables: copied, migrations, plans }
}

/** Bytes of the tables on the database's disk; compressed they take less. */
async function sizeOf(client: pg.Client, tables: Table[]): Promise<number> {
  const { rows } = await client.query<{ size: number }>(
    'select coalesce(sum(pg_table_size(to_regclass(quote_ident(name)))), 0)::float8 as size from unnest($1::text[]) as name',
    [tables.map(({ name }) => name)],
  )
  return rows[0]?.size ?? 0
}

/** Opens the transaction of one instant. The instant begins after the locks on the tables, so no migration fits in between. */
async function freeze(client: pg.Client): Promise<Table[]> {
  const before = await readTables(client)
  if (!before.some(({ name }) => name === MIGRATIONS_TABLE))
    throw new CommandError(
      "il n'y a rien à sauvegarder : cette base de données n'a pas encore servi à Diyar.",
    )
  await client.query('begin isolation level repeatable read read only')
  await lockTables(client, before, 'access share')
  const tables = await readTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(before))
    throw new CommandError('la base de données est en cours de mise à jour : recommencez dans un instant.')
  return tables.filter(({ name }) => name !== MIGRATIONS_TABLE && !TABLES_LEFT_OUT.has(name))
}

async function copyTable(client: pg.Client, table: Table, add: Add): Promise<TableEntry> {
  const parts: string[] = []
  const flush = async (chunks: Buffer[]) => {
    const part = `tables/${table.name}.${String(parts.length + 1).padStart(4, '0')}.csv.gz`
    await add(part, await compress(Buffer.concat(chunks)))
    parts.push(part)
  }
  const identity = await readNumbering(client, table)
  const stream = client.query(copyTo(copyStatement('to stdout', table.name, table.columns)))
  let chunks: Buffer[] = []
  let held = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    held += chunk.length
    if (held >= PART) {
      await flush(chunks)
      chunks = []
      held = 0
    }
  }
  if (held > 0) await flush(chunks)
  return { name: table.name, columns: table.columns, rows: stream.rowCount, parts, identity }
}

async function copyPlans(
  named: Plan[],
  files: FileStore,
  add: Add,
  signal?: AbortSignal,
): Promise<Pick<Manifest, 'plans' | 'faultyPlans'> & { missing: string[] }> {
  const plans: Manifest['plans'] = []
  const faultyPlans: string[] = []
  const missing: string[] = []
  for (const { id, sha256: expected } of named) {
    const bytes = await bytesOf(files, id, signal)
    if (!bytes || sha256(bytes) !== expected) faultyPlans.push(id)
    if (!bytes) missing.push(id)
    if (!bytes) continue
    const part = `plans/${id}.pdf`
    await add(part, bytes)
    plans.push({ id, part })
  }
  return { plans, faultyPlans, missing }
}

/** Returns the ids of the files that the database names no more: they were taken away after the instant of the backup, and their rows before them. */
async function noLongerNamed(client: pg.Client, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<{ id: string }>(
    'select named.id from unnest($1::uuid[]) as named (id) where not exists (select from fichiers f where f.id = named.id) order by 1',
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Bytes of a plan, null for a lost one, which must not cost the rest its backup. @throws the error of a store that does not answer */
async function bytesOf(files: FileStore, id: string, signal?: AbortSignal): Promise<Buffer | null> {
  try {
    return await buffer(files.read(id, signal))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
