import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { createArchive, sha256, unwritable, type ArchiveWriter } from '#server/backup/archive-writer.ts'
import {
  copyStatement,
  LEFT_OUT,
  lockTables,
  MIGRATIONS_TABLE,
  readNumbering,
  readTables,
  SAME_TEXT,
  type Table,
} from '#server/backup/catalogue.ts'
import { FORMAT, type Manifest, type TableEntry } from '#server/backup/manifest.ts'
import type { FileStore } from '#server/files/store.ts'
import { HOLD_PLANS } from '#server/files/spare.ts'
import { Refusal } from '#server/refusal.ts'

const compress = promisify(gzip)

/** Bytes of a table that are put into one file of the backup: what is held in memory at a time. */
const PART = 4 * 1024 * 1024

interface BackupOptions {
  connection: pg.ClientConfig
  files: FileStore
  /** The file to make; it must not exist. */
  target: string
  madeAt?: Date
  /** Gives up, and leaves nothing. */
  signal?: AbortSignal
}

export interface Backup {
  path: string
  size: number
  /** Of the whole file, hexadecimal. */
  sha256: string
  rows: number
  plans: number
  /** Ids of plans that the data name and that are absent from the store, or are not what was uploaded. */
  faultyPlans: string[]
}

/**
 * Writes all data and all plans, as they are at one instant, into one file, while work goes on (docs/decisions/0035).
 * @throws Refusal when the file cannot be written or the database holds no Diyar
 */
export async function backUp({
  connection,
  files,
  target,
  madeAt = new Date(),
  signal,
}: BackupOptions): Promise<Backup> {
  const archive = await createArchive(target, madeAt)
  const client = new pg.Client({ ...connection, application_name: 'diyar-sauvegarde' })
  client.on('error', () => {})
  try {
    await client.connect()
    // Until we are done a plan that is replaced stays where it is: our instant may name it.
    await client.query('select pg_advisory_lock($1)', [HOLD_PLANS])
    const { manifest, rows } = await copyAll(client, files, archive, madeAt, signal)
    const { size, sha256: sum } = await archive.finish(manifest)
    return {
      path: target,
      size,
      sha256: sum,
      rows,
      plans: manifest.plans.length,
      faultyPlans: manifest.faultyPlans,
    }
  } catch (error) {
    throw unwritable(target, error)
  } finally {
    await archive.discard()
    await client.end()
  }
}

async function copyAll(
  client: pg.Client,
  files: FileStore,
  archive: ArchiveWriter,
  madeAt: Date,
  signal?: AbortSignal,
): Promise<{ manifest: Manifest; rows: number }> {
  await client.query(SAME_TEXT)
  const tables = await freeze(client)
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${MIGRATIONS_TABLE} order by name`,
  )
  const copied: TableEntry[] = []
  for (const table of tables) copied.push(await copyTable(client, table, archive, signal))
  const plans = await copyPlans(client, files, archive, signal)
  await client.query('commit')
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: madeAt.toISOString(),
    migrations,
    tables: copied,
    ...plans,
  }
  return { manifest, rows: copied.reduce((sum, table) => sum + table.rows, 0) }
}

/**
 * Opens the transaction that sees one instant, with the shape of the tables held still. The instant begins at the first question
 * after the locks, so no migration fits in between.
 */
async function freeze(client: pg.Client): Promise<Table[]> {
  const before = await readTables(client)
  if (!before.some(({ name }) => name === MIGRATIONS_TABLE))
    throw new Refusal("il n'y a rien à sauvegarder : cette base de données n'a pas encore servi à Diyar.")
  await client.query('begin isolation level repeatable read read only')
  await lockTables(client, before, 'access share')
  const tables = await readTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(before))
    throw new Refusal('la base de données est en cours de mise à jour : recommencez dans un instant.')
  return tables.filter(({ name }) => name !== MIGRATIONS_TABLE && !LEFT_OUT.has(name))
}

async function copyTable(
  client: pg.Client,
  table: Table,
  archive: ArchiveWriter,
  signal?: AbortSignal,
): Promise<TableEntry> {
  const parts: string[] = []
  const flush = async (chunks: Buffer[]) => {
    const part = `tables/${table.name}.${String(parts.length + 1).padStart(4, '0')}.csv.gz`
    await archive.add(part, await compress(Buffer.concat(chunks)))
    parts.push(part)
  }
  const identity = await readNumbering(client, table)
  const stream = client.query(copyTo(copyStatement('to stdout', table.name, table.columns)))
  let chunks: Buffer[] = []
  let held = 0
  for await (const chunk of stream) {
    signal?.throwIfAborted()
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
  client: pg.Client,
  files: FileStore,
  archive: ArchiveWriter,
  signal?: AbortSignal,
): Promise<Pick<Manifest, 'plans' | 'faultyPlans'>> {
  const { rows } = await client.query<{ id: string; sha256: string }>(
    "select id, encode(sha256, 'hex') as sha256 from fichiers order by id",
  )
  const plans: Manifest['plans'] = []
  const faultyPlans: string[] = []
  for (const { id, sha256: expected } of rows) {
    signal?.throwIfAborted()
    const bytes = await bytesOf(files, id)
    if (!bytes || sha256(bytes) !== expected) faultyPlans.push(id)
    if (!bytes) continue
    const part = `plans/${id}.pdf`
    await archive.add(part, bytes)
    plans.push({ id, part })
  }
  return { plans, faultyPlans }
}

/** A plan that is lost must not cost the rest its backup. A store that does not answer does. */
async function bytesOf(files: FileStore, id: string): Promise<Buffer | null> {
  try {
    return await buffer(files.read(id))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
