import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { jourDe } from '#shared/dates.ts'
import { backUp, type Backup } from '#server/backup/backup.ts'
import type { Db } from '#server/database/db.ts'
import { count } from '#server/database/records.ts'
import type { FileStore } from '#server/files/store.ts'

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
      if (!stopping.signal.aborted) app.log.error({ err: error }, 'nightly backup failed')
    }
    if (
      stopping.signal.aborted ||
      warnedOn === jourDe(now) ||
      !(await isOverdue(app.pool).catch(() => false))
    )
      return
    warnedOn = jourDe(now)
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
export async function backUpIfDue({ pool, now, ...options }: DueOptions): Promise<Backup | null> {
  const jour = jourDe(new Date(now.getTime() - NIGHT))
  if (await isMade(pool, jour)) return null
  if ((await count(pool, 'membres')) === 0) return null
  // The lock is the connection's: should this process die, another one may take over.
  return pool.connection().execute(async (db) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${LOCK}) as mine`.execute(db)
    if (!rows[0]?.mine) return null
    try {
      return (await isMade(db, jour)) ? null : await make(db, jour, now, options)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(db)
    }
  })
}

const isMade = async (db: Db, jour: string) =>
  (await db.selectFrom('sauvegardes').select('jour').where('jour', '=', jour).executeTakeFirst()) !==
  undefined

async function make(
  db: Db,
  jour: string,
  madeAt: Date,
  { folder, ...options }: Omit<DueOptions, 'pool' | 'now'>,
): Promise<Backup> {
  const fichier = `nuit-${jour}.tar`
  const target = join(folder, fichier)
  // Complete, but its maker did not live to say so.
  await rm(target, { force: true })
  const backup = await backUp({ ...options, target, madeAt })
  await db
    .insertInto('sauvegardes')
    .values({ jour, fichier, taille: backup.size, sha256: Buffer.from(backup.sha256, 'hex') })
    .execute()
  await removeOld(folder)
  return backup
}

async function removeOld(folder: string): Promise<void> {
  const names = await readdir(folder)
  const nightly = names.filter((name) => /^nuit-\d{4}-\d{2}-\d{2}\.tar$/.test(name)).toSorted()
  for (const name of nightly.slice(0, -KEPT)) await rm(join(folder, name), { force: true })
  // What backups that were killed left behind.
  for (const name of names.filter((other) => other.endsWith('.partiel'))) {
    const changed = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? Date.now()
    if (Date.now() - changed > 24 * HOUR) await rm(join(folder, name), { force: true })
  }
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
