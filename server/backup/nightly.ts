import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { jourOf } from '#shared/dates.ts'
import { backUpOver, type Backup } from '#server/backup/backup.ts'
import { onOwnConnection, tryLock } from '#server/backup/connection.ts'
import type { Db } from '#server/database/db.ts'
import { count } from '#server/database/records.ts'
import { NotEnoughSpace } from '#server/files/disk-space.ts'
import type { FileStore } from '#server/files/store.ts'
import { Refusal } from '#server/http/refusal.ts'

const EVERY = 10 * 60_000
const HOUR = 3_600_000
/** In Algiers. A machine that was off at that hour makes its backup when it is on again. */
const NIGHT = 2 * HOUR
const KEPT = 14
const LOCK = 7_342_004

/** Where the backups of a data folder go unless one says otherwise. */
export const backupFolder = (dataDir: string) => join(dataDir, 'sauvegardes')

/** Makes a backup each night while the server runs, and warns in the log when there has been none for two days. */
export function backUpNightly(app: FastifyInstance, connection: pg.ClientConfig, folder: string): void {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let warnedOn = ''
  let toldOfRoomOn = ''

  const work = async () => {
    const now = new Date()
    try {
      const made = await backUpIfDue({
        pool: app.pool,
        connection,
        files: app.files,
        folder,
        now,
        signal: stopping.signal,
      })
      if (made && made.faultyPlans.length > 0)
        app.log.error({ plans: made.faultyPlans }, 'plans are missing or damaged')
    } catch (error) {
      const today = jourOf(now)
      const noRoom = error instanceof Refusal && error.cause instanceof NotEnoughSpace
      // A lack of room is looked at again every ten minutes and told once a day: more would bury the rest of the log.
      if (!stopping.signal.aborted && !(noRoom && toldOfRoomOn === today))
        app.log.error({ err: error }, 'nightly backup failed')
      if (noRoom) toldOfRoomOn = today
    }
    if (
      stopping.signal.aborted ||
      warnedOn === jourOf(now) ||
      !(await isOverdue(app.pool).catch(() => false))
    )
      return
    warnedOn = jourOf(now)
    app.log.warn('no nightly backup for more than 48 hours')
  }
  const tick = () => {
    running ??= work().finally(() => (running = null))
  }
  app.addHook('onListen', async () => {
    timer = setInterval(tick, EVERY)
    timer.unref()
    tick()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  })
}

interface DueOptions {
  pool: Db
  connection: pg.ClientConfig
  files: FileStore
  folder: string
  now: Date
  signal?: AbortSignal
}

/**
 * Makes the backup of the night unless it is made, is being made by another server on the same database, or there is nothing to save
 * yet; then removes from the folder those before the last fourteen.
 */
export async function backUpIfDue({ pool, connection, now, ...options }: DueOptions): Promise<Backup | null> {
  const jour = jourOf(new Date(now.getTime() - NIGHT))
  if (await isMade(pool, jour)) return null
  if ((await count(pool, 'membres')) === 0) return null
  // The lock is the connection's: should this process die, another one may take over. Should the connection end, so do the copy
  // and the record, which go over it too, and whoever has taken over is not disturbed.
  return onOwnConnection(connection, options.signal, async (client) =>
    !(await tryLock(client, LOCK)) || (await isMade(pool, jour)) ? null : make(client, jour, now, options),
  )
}

const isMade = async (db: Db, jour: string) =>
  (await db.selectFrom('sauvegardes').select('jour').where('jour', '=', jour).executeTakeFirst()) !==
  undefined

async function make(
  client: pg.Client,
  jour: string,
  madeAt: Date,
  { folder, ...options }: Omit<DueOptions, 'pool' | 'connection' | 'now'>,
): Promise<Backup> {
  const fichier = `nuit-${jour}.tar`
  await discardDead(folder, fichier)
  const backup = await backUpOver(client, {
    ...options,
    target: join(folder, fichier),
    dataDir: dirname(folder),
    madeAt,
  })
  await client.query('insert into sauvegardes (jour, fichier, taille, sha256) values ($1, $2, $3, $4)', [
    jour,
    fichier,
    backup.size,
    Buffer.from(backup.sha256, 'hex'),
  ])
  await removeOld(folder)
  return backup
}

/**
 * Files that a process killed during a backup has left, whole or not: those of this night and old ones of other backups. They would
 * take the room that a new backup needs.
 */
async function discardDead(folder: string, fichier: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name !== fichier && !name.endsWith('.partiel')) continue
    const changed = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? Date.now()
    if (name.startsWith(fichier) || Date.now() - changed > 24 * HOUR)
      await rm(join(folder, name), { force: true })
  }
}

/** Empty when the folder is not there yet. */
const namesIn = (folder: string) =>
  readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })

async function removeOld(folder: string): Promise<void> {
  const nightly = (await readdir(folder))
    .filter((name) => /^nuit-\d{4}-\d{2}-\d{2}\.tar$/.test(name))
    .toSorted()
  for (const name of nightly.slice(0, -KEPT)) await rm(join(folder, name), { force: true })
}

/** Has the last nightly backup, or else the installation, been made more than two days ago? */
export async function isOverdue(pool: Db): Promise<boolean> {
  if ((await count(pool, 'membres')) === 0) return false
  const { rows } = await sql<{ overdue: boolean }>`
    select coalesce((select max(faite_le) from sauvegardes), (select min(applied_at) from migrations)) < now() - interval '48 hours' as overdue`.execute(
    pool,
  )
  return rows[0]?.overdue ?? false
}
