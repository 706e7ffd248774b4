import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { jourOf } from '#shared/dates.ts'
import type { Backup } from '#server/backup/backup.ts'
import { discardDead, keepBackup } from '#server/backup/kept.ts'
import { AVANCE, type Db } from '#server/database/db.ts'
import { count } from '#server/database/records.ts'
import { NotEnoughSpace } from '#server/files/disk-space.ts'
import type { FileStore } from '#server/files/store.ts'
import { CommandError } from '#server/refusal.ts'

const EVERY = 10 * 60_000
const HOUR = 3_600_000
/** Time of the backup in Algiers: 02:00. A machine that was off makes it when it is on again. */
const NIGHT = 2 * HOUR

/** Default folder of the backups of a data folder. */
export const backupFolder = (dataDir: string) => join(dataDir, 'sauvegardes')

/** Makes a backup each night while the server runs, and logs a warning once a day after two days without a backup. */
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
      const noRoom = error instanceof CommandError && error.cause instanceof NotEnoughSpace
      // The lack of room is tried again every ten minutes but logged once a day.
      if (!stopping.signal.aborted && !(noRoom && toldOfRoomOn === today))
        app.log.error({ err: error }, 'nightly backup failed')
      if (noRoom) toldOfRoomOn = today
    }
    await discardDead(folder).catch(() => {})
    if (
      stopping.signal.aborted ||
      warnedOn === jourOf(now) ||
      !(await isOverdue(app.pool).catch(() => false))
    )
      return
    warnedOn = jourOf(now)
    app.log.warn('no backup for more than 48 hours')
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

/** Makes the backup of the night unless it exists, another server makes it, or there is no member; fourteen stay. */
export async function backUpIfDue({ pool, now, ...options }: DueOptions): Promise<Backup | null> {
  const jour = jourOf(new Date(now.getTime() - NIGHT))
  if (await isMade(pool, jour)) return null
  if ((await count(pool, 'membres')) === 0) return null
  return keepBackup({
    ...options,
    fichier: `nuit-${jour}.tar`,
    origine: 'nuit',
    jour,
    madeAt: now,
    stillDue: async () => !(await isMade(pool, jour)),
  })
}

/** A backup of the future was made by a clock that ran ahead: it holds less than its day, and counts neither here nor for the warning. */
const PASSEE = sql<boolean>`faite_le <= now() + ${AVANCE}`

const isMade = async (db: Db, jour: string) =>
  (await db
    .selectFrom('sauvegardes')
    .select('jour')
    .where('jour', '=', jour)
    .where(PASSEE)
    .executeTakeFirst()) !== undefined

/** Tells whether the last backup, or else the first migration, is more than 48 hours old; false without members. */
export async function isOverdue(pool: Db): Promise<boolean> {
  const { rows } = await sql<{ overdue: boolean }>`
    select exists (select from membres)
      and coalesce((select max(faite_le) from sauvegardes where ${PASSEE}), (select min(applied_at) from migrations)) < now() - interval '48 hours' as overdue`.execute(
    pool,
  )
  return rows[0]?.overdue ?? false
}
