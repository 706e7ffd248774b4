import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { backUpOver, type Backup } from '#server/backup/backup.ts'
import { onOwnConnection, tryLock, waitForLock } from '#server/backup/connection.ts'
import { forgetFailure, rememberFailure } from '#server/backup/failure.ts'
import type { FileStore } from '#server/files/store.ts'

/** A backup of this database is being made while a connection holds this lock: whoever dies, or loses it, frees it. */
export const BACKUP_LOCK = 7_342_004

const HOUR = 3_600_000
/** A backup that has not been written to for so long is nobody's: a store that gives nothing is given up sooner. */
const DEAD_AFTER = 12 * HOUR

/** What a backup was made for. */
export type Origine = 'nuit' | 'manuelle' | 'commande' | 'import'

/** The names of those that are taken away when newer ones are there, and how many stay. Names sort by age. */
const KEPT: Record<Origine, { name: RegExp; most: number } | null> = {
  nuit: { name: /^nuit-\d{4}-\d{2}-\d{2}\.tar$/, most: 14 },
  manuelle: { name: /^manuelle-[\dTZ-]+\.tar$/, most: 5 },
  import: { name: /^avant-import-\d+\.tar$/, most: 3 },
  // Whoever runs the command says how long.
  commande: null,
}

interface KeptOptions {
  connection: pg.ClientConfig
  files: FileStore
  /** The installation's own, below the folder of its data. */
  folder: string
  fichier: string
  origine: Origine
  /** Of a backup of the night, the day it is that of. */
  jour?: string
  /** The number of its row, when somebody has been told it already. */
  id?: number
  madeAt?: Date
  signal?: AbortSignal
  /** Another backup is being made; this one follows. Without it there are not two: this one is not made then. */
  onWait?: () => void
  /** The lock is ours. */
  onBegin?: () => void
  /** Asked once the lock is ours: is it still wanted? */
  stillDue?: () => Promise<boolean>
}

/**
 * Makes a backup that this installation keeps, and its row, over a connection of its own; then takes the oldest of its kind away.
 * The lock and the row go over one connection: should that end, so does the backup, and whoever has taken over is not disturbed.
 * @returns null when another one is being made, or it is wanted no more
 * @throws whatever keeps it from being whole; nothing of it stays then, and why is remembered
 */
export async function keepBackup({ connection, ...options }: KeptOptions): Promise<Backup | null> {
  const { folder, signal, onWait, onBegin, stillDue } = options
  try {
    return await onOwnConnection(connection, signal, async (client) => {
      if (onWait) await waitForLock(client, BACKUP_LOCK, signal, onWait)
      else if (!(await tryLock(client, BACKUP_LOCK))) return null
      onBegin?.()
      return (await stillDue?.()) === false ? null : await make(client, options)
    })
  } catch (error) {
    if (!signal?.aborted) rememberFailure(folder, error)
    throw error
  }
}

async function make(
  client: pg.Client,
  {
    files,
    folder,
    fichier,
    origine,
    madeAt = new Date(),
    signal,
    onWait,
    ...row
  }: Omit<KeptOptions, 'connection'>,
): Promise<Backup> {
  await discardDead(folder, fichier)
  const backup = await backUpOver(client, {
    files,
    target: join(folder, fichier),
    dataDir: dirname(folder),
    madeAt,
    ...(signal && { signal }),
    ...(onWait && { onWait }),
  })
  await record(client, backup, { fichier, origine, ...row })
  forgetFailure(folder)
  // What could not go stays until the next time: the backup is made all the same.
  await removeOld(folder, origine).catch(() => {})
  return backup
}

/** A file of that name was another one's: what is said of it is said of this one from now on. */
async function record(
  client: pg.Client,
  { size, sha256, readBackAt }: Backup,
  { fichier, origine, jour, id }: Pick<KeptOptions, 'fichier' | 'origine' | 'jour' | 'id'>,
): Promise<void> {
  await client
    .query(
      `with formerly as (delete from sauvegardes where fichier = $2)
      insert into sauvegardes (id, jour, fichier, taille, sha256, origine, verifiee_le) overriding system value
      values (coalesce($1, nextval(pg_get_serial_sequence('sauvegardes', 'id'))), $3, $2, $4, $5, $6, $7)`,
      [id ?? null, fichier, jour ?? null, size, Buffer.from(sha256, 'hex'), origine, readBackAt],
    )
    .catch((error: unknown) => {
      // The command also saves what a former version has written, before anything of this one has touched it.
      if (origine !== 'commande' || !isOlderSchema(error)) throw error
    })
}

const isOlderSchema = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '42703' || error.code === '42P01')

/**
 * Takes away what a process that was killed during a backup has left, whole or not: at once what bears the name of the next one, else
 * once nobody has written to it for half a day. It would take the room that a new backup needs.
 */
export async function discardDead(folder: string, fichier?: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name !== fichier && !name.endsWith('.partiel')) continue
    const changed = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? Date.now()
    if ((fichier !== undefined && name.startsWith(fichier)) || Date.now() - changed > DEAD_AFTER)
      await rm(join(folder, name), { force: true })
  }
}

/** Empty when the folder is not there yet. */
export const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })

async function removeOld(folder: string, origine: Origine): Promise<void> {
  const kept = KEPT[origine]
  if (!kept) return
  const ofItsKind = (await readdir(folder)).filter((name) => kept.name.test(name))
  // Numbers by their value: the import 10 comes after the import 9.
  const byAge = ofItsKind.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  for (const name of byAge.slice(0, -kept.most)) await rm(join(folder, name), { force: true })
}
