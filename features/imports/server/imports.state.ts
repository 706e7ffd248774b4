import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { MessageImport } from '#features/imports/imports.contract.ts'
import type { Verdict } from '#features/imports/server/workbook.ts'
import { insertMany } from '#server/database/bulk.ts'
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
export const thisProcess = {
  machine: MACHINE,
  processus: `${process.pid} ${Math.round(performance.timeOrigin)}`,
}

/** True when the process of a row has surely ended. Another live process may have taken its number; then the age of the row decides. */
function hasEnded(processus: string): boolean {
  if (processus === thisProcess.processus) return false
  const pid = Number(processus.split(' ')[0])
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

const BEAT = 2_000

export type Etape = 'lecture' | 'ecriture'

export class Annulation extends Error {}
/** Another process has closed the import, or its row is gone. */
export class Perdu extends Error {}

export interface Avance {
  fait: number
  total: number
}

/**
 * Records the progress of a work every two seconds, outside the work's transaction, until `over`.
 * @param stop receives the reason to end the work: {@link Annulation} or {@link Perdu}
 */
export async function followImport(
  pool: Db,
  { id, etape, avance }: { id: number; etape: Etape; avance: Avance },
  over: AbortSignal,
  stop: (why: Error) => void,
): Promise<void> {
  while (!over.aborted) {
    try {
      const { rows } = await sql<{ annulation: boolean }>`
        update imports set fait = ${avance.fait}, total = ${avance.total}, vu_le = clock_timestamp()
        where id = ${id} and statut = ${etape} returning annulation`.execute(pool)
      if (!rows[0]) return stop(new Perdu())
      if (rows[0].annulation) return stop(new Annulation())
    } catch {
      // The database may be away for a moment; the work itself, or the next report, meets a lasting failure.
    }
    await delay(BEAT, null, { signal: over }).catch(() => {})
  }
}

/** Replaces the messages of an import. */
export async function keepMessages(db: Db, id: number, messages: readonly MessageImport[]): Promise<void> {
  await db.deleteFrom('imports_messages').where('import_id', '=', id).execute()
  await insertMany(
    db,
    'imports_messages',
    messages.map((message, at) => ({ import_id: id, rang: at + 1, ...message })),
  )
}

export const countLignes = ({ feuilles }: Verdict): number =>
  feuilles.reduce((somme, { lignes }) => somme + lignes, 0)

/** Records the end of a work, if the import is still in this step and nobody has asked to stop. @returns true when recorded */
export async function settleImport(
  db: Db,
  id: number,
  etape: Etape,
  fin: { statut: 'pret' | 'refuse' | 'termine' | 'correspondance'; verdict: Verdict; motif?: string },
): Promise<boolean> {
  const lignes = countLignes(fin.verdict)
  const { feuilles, erreurs, avertissements, modifications, recusANumeroter, listes } = fin.verdict
  const { rows } = await sql`
    update imports set statut = ${fin.statut}, motif = ${fin.motif ?? fin.verdict.motif}, feuilles = ${JSON.stringify(feuilles)}::jsonb,
      nombre_erreurs = ${erreurs}, nombre_avertissements = ${avertissements}, nombre_modifications = ${modifications},
      recus_a_numeroter = ${recusANumeroter}, correspondance = ${listes === null ? null : JSON.stringify(listes)}::jsonb, fait = ${lignes}, total = ${lignes}, vu_le = clock_timestamp(),
      fini_le = case when ${fin.statut} in ('pret', 'correspondance') then null else clock_timestamp() end
    where id = ${id} and statut = ${etape} and not annulation returning id`.execute(db)
  return rows.length > 0
}

/** Closes a work that wrote nothing, unless another process has closed it. */
export async function closeImport(
  pool: Db,
  id: number,
  etape: Etape,
  statut: 'annule' | 'echec',
  motif: string | null,
): Promise<void> {
  await sql`update imports set statut = ${statut}, motif = ${motif}, fini_le = clock_timestamp()
    where id = ${id} and statut = ${etape}`.execute(pool)
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
      select id, fichier_id, statut in ('termine', 'defait') as termine from imports
      where (statut not in ('termine', 'defait') or fichier_id is not null) and statut not in ('lecture', 'ecriture')
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
