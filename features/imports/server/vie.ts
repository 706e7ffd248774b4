import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { AVANCE, type Db } from '#server/database/db.ts'
import { dropFiles } from '#server/files/replace.ts'
import type { FileStore } from '#server/files/store.ts'

export const INTERROMPU = "L'import a été interrompu : rien n'a été écrit."

/**
 * A live work updates its row every two seconds, so a row this old has lost its process. So has one of the future: it was written before
 * the clock was put right, and would bar every other import until that day.
 */
const recent = sql`(vu_le between clock_timestamp() - interval '15 seconds' and clock_timestamp() + ${AVANCE})`
const enCours = sql`statut in ('lecture', 'ecriture')`
export const dead = sql`(${enCours} and not ${recent})`
export const beingRead = sql`(statut = 'lecture' and ${recent})`

const orNothing = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Identifies the machine's start and its container, where process numbers are unique; outside Linux, only the host name. */
const MACHINE = createHash('sha256')
  .update(hostname())
  .update(orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')))
  .update(orNothing(() => readlinkSync('/proc/self/ns/pid')))
  .digest('hex')

/** The process that an import's row names. Process numbers are reused, so the start time goes with them. */
export const ouvrier = { machine: MACHINE, processus: `${process.pid} ${Math.round(performance.timeOrigin)}` }

/** True when the process of a row has surely ended. Another live process may have taken its number; then the age of the row decides. */
function hasEnded(processus: string): boolean {
  if (processus === ouvrier.processus) return false
  const pid = Number(processus.split(' ')[0])
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** Closes imports whose work has died, so that another may begin. */
export async function closeDead(db: Db): Promise<void> {
  await close(db, dead)
}

/** Closes at once the imports of this machine's servers that were killed. */
export async function closeOurs(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; processus: string }>`
    select id, processus from imports where ${enCours} and machine = ${MACHINE}`.execute(db)
  const ids = rows.flatMap(({ id, processus }) => (hasEnded(processus) ? id : []))
  if (ids.length > 0) await close(db, sql`${enCours} and id = any (${ids}::bigint[])`)
}

const close = (db: Db, which: ReturnType<typeof sql>) =>
  sql`update imports set statut = 'echec', motif = ${INTERROMPU}, fini_le = clock_timestamp() where ${which}`.execute(
    db,
  )

const AT_ONCE = 20

/**
 * Closes imports whose process has died. Thirty days after the end of an import, deletes its workbook, its messages and, unless it was
 * written, the import itself. An import that nobody confirms ends with its check.
 */
export async function tidyImports(pool: Db, files: Pick<FileStore, 'remove'>): Promise<void> {
  await closeDead(pool)
  const after: (() => Promise<void>)[] = []
  await pool.transaction().execute(async (db) => {
    // Several servers may tidy one database: each skips the imports that another has locked.
    const { rows } = await sql<{ id: number; fichier_id: string | null; termine: boolean }>`
      select id, fichier_id, statut = 'termine' as termine from imports
      where (statut <> 'termine' or fichier_id is not null) and statut not in ('lecture', 'ecriture')
        and coalesce(fini_le, vu_le) < now() - interval '30 days'
      order by id limit ${AT_ONCE} for update skip locked`.execute(db)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await sql`update imports set fichier_id = null where id = any(${ids})`.execute(db)
    await sql`delete from imports_messages where import_id = any(${ids})`.execute(db)
    await sql`delete from imports where id = any(${rows.flatMap(({ id, termine }) => (termine ? [] : id))})`.execute(
      db,
    )
    const life = { files, afterCommit: (task: () => Promise<void>) => void after.push(task) }
    await dropFiles(
      db,
      life,
      rows.flatMap(({ fichier_id }) => fichier_id ?? []),
    )
  })
  for (const task of after) await task()
}
