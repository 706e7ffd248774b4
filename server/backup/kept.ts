import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { backUpOver, type Backup } from '#server/backup/backup.ts'
import { onOwnConnection, tryLock, waitForLock } from '#server/backup/connection.ts'
import { forgetFailure, rememberFailure, rememberHere } from '#server/backup/failure.ts'
import type { FileStore } from '#server/files/store.ts'
import { codeOf, isOlderSchema } from '#server/refusal.ts'

/** A connection holds this lock while it makes a backup of the database; its end frees the lock. */
export const BACKUP_LOCK = 7_342_004

const HOUR = 3_600_000
/** A draft not written to for this long has no process any more: a store that does not answer is given up sooner. */
const DEAD_AFTER = 12 * HOUR

export type Origine = 'nuit' | 'manuelle' | 'commande' | 'import'

/** Names of the backups that newer ones replace (the names sort by age), and how many stay. */
const KEPT: Record<Origine, { name: RegExp; most: number } | null> = {
  nuit: { name: /^nuit-\d{4}-\d{2}-\d{2}\.tar$/, most: 14 },
  manuelle: { name: /^manuelle-[\dTZ-]+\.tar$/, most: 5 },
  import: { name: /^avant-import-\d+\.tar$/, most: 3 },
  // The person who runs the command removes these backups.
  commande: null,
}

/** Folder of the backups, and connection to the database to back up. */
export interface Sauvegardes {
  connection: pg.ClientConfig
  folder: string
  /** True for the embedded database, which is on this machine and serves nobody else. */
  integree: boolean
}

interface KeptOptions {
  connection: pg.ClientConfig
  files: FileStore
  /** Folder of the installation's backups, below its data folder. */
  folder: string
  fichier: string
  origine: Origine
  /** Day (Algiers) of a backup of the night. */
  jour?: string
  /** Id of the row, where the caller has already announced it. */
  id?: number
  madeAt?: Date
  signal?: AbortSignal
  /** Called when another backup is under way, for which this one waits. Without it `keepBackup` returns null instead of waiting. */
  onWait?: () => void
  onBegin?: () => void
  /** Asked once the lock is taken; false gives up. */
  stillDue?: () => Promise<boolean>
}

/**
 * Makes a backup with its row, and removes the oldest of its kind. Lock and row share one connection: if it ends, so does the backup.
 * @returns null when another backup is under way, or this one is no longer due. @throws the cause of a failure, also remembered; no file
 * stays
 */
export async function keepBackup(options: KeptOptions): Promise<Backup | null> {
  const { connection, signal, onWait, onBegin, stillDue } = options
  try {
    return await onOwnConnection(connection, signal, async (client) => {
      if (onWait) await waitForLock(client, BACKUP_LOCK, signal, onWait)
      else if (!(await tryLock(client, BACKUP_LOCK))) return null
      onBegin?.()
      try {
        return (await stillDue?.()) === false ? null : await make(client, options)
      } catch (error) {
        if (!signal?.aborted) rememberHere('sauvegarde', connection, error)
        throw error
      }
    })
  } catch (error) {
    if (!signal?.aborted) await rememberFailure('sauvegarde', connection, error, signal)
    throw error
  }
}

async function make(
  client: pg.Client,
  { files, folder, fichier, origine, madeAt = new Date(), signal, onWait, connection, ...row }: KeptOptions,
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
  await forgetFailure('sauvegarde', connection, client)
  // An old backup that could not be removed stays until the next time.
  await removeOld(folder, origine, fichier).catch(() => {})
  return backup
}

/** Inserts the row of a backup, and deletes the row of a former file of that name. */
async function record(
  client: pg.Client,
  { size, sha256, readBackAt }: Backup,
  { fichier, origine, jour, id }: Pick<KeptOptions, 'fichier' | 'origine' | 'jour' | 'id'>,
): Promise<void> {
  try {
    // A statement of its own: a day is unique, and one statement would add the row before it deletes.
    await client.query('delete from sauvegardes where fichier = $1', [fichier])
    await client.query(
      `insert into sauvegardes (id, jour, fichier, taille, sha256, origine, verifiee_le) overriding system value
      values (coalesce($1, nextval(pg_get_serial_sequence('sauvegardes', 'id'))), $3, $2, $4, $5, $6, $7)`,
      [id ?? null, fichier, jour ?? null, size, Buffer.from(sha256, 'hex'), origine, readBackAt],
    )
  } catch (error) {
    // The command also backs up an older schema, before a migration touches it.
    if (origine !== 'commande' || !isOlderSchema(error)) throw error
  }
}

/** Removes the drafts that a killed process left: at once those of `fichier`, others after half a day without a write. */
export async function discardDead(folder: string, fichier?: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name !== fichier && !name.endsWith('.partiel')) continue
    const changed = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? Date.now()
    if ((fichier !== undefined && name.startsWith(fichier)) || Date.now() - changed > DEAD_AFTER)
      await rm(join(folder, name), { force: true })
  }
}

/** Names in a folder; none while the folder does not exist. */
export const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })

/** Removes the oldest backups of a kind. One of a later day, which a clock that ran ahead made, takes no place until that day. */
async function removeOld(folder: string, origine: Origine, newest: string): Promise<void> {
  const kept = KEPT[origine]
  if (!kept) return
  const ofItsKind = (await readdir(folder)).filter((name) => kept.name.test(name))
  // The numeric order puts import 10 after import 9.
  const { compare } = new Intl.Collator('en', { numeric: true })
  const byAge = ofItsKind.filter((name) => compare(name, newest) <= 0).toSorted(compare)
  for (const name of byAge.slice(0, -kept.most)) await rm(join(folder, name), { force: true })
}
