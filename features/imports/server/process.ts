import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { readLastLigne, recordActe } from '#features/actes/server/actes.record.ts'
import type { Progress } from '#features/imports/server/check/context.ts'
import {
  Annulation,
  countLignes,
  keepMessages,
  settleImport,
} from '#features/imports/server/imports.state.ts'
import type { Correspondance } from '#features/imports/server/reprise/correspondance.ts'
import { examineClasseur, type Verdict } from '#features/imports/server/workbook.ts'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Db } from '#server/database/db.ts'
import { cancelOnAbort, inCancellableSnapshot } from '#server/database/transaction.ts'
import { isRetryable, toAppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'
import { formatJourCourt, jourOf } from '#shared/dates.ts'

export interface Sent {
  bytes: Uint8Array
  nom: string
  sha256: string
  modifier: boolean
  /** End of an earlier import of the same bytes. */
  imported: Date | null
  /** Meanings of the columns of its lists, as a member or an earlier answer has confirmed it. */
  listes: Correspondance | null
  /** The columns are asked about again. */
  revoir: boolean
}

/** The database no longer allows the workbook to be written. */
export class Refus extends Error {
  readonly verdict: Verdict

  constructor(verdict: Verdict) {
    super('refused')
    this.verdict = verdict
  }
}
/** The server is shutting down. */
export class Arret extends Error {}

/** Checks a workbook without locks, in one snapshot. */
export async function checkClasseur(pool: Db, sent: Sent, { signal, avance }: Progress): Promise<Verdict> {
  const { verdict } = await inCancellableSnapshot(pool, signal, (db) =>
    keepAwake(db, () =>
      examineClasseur(db, sent.bytes, {
        modifier: sent.modifier,
        listes: sent.listes,
        revoir: sent.revoir,
        locking: false,
        signal,
        avance,
      }),
    ),
  )
  return withFormer(verdict, sent.imported)
}

export interface Ecriture {
  id: number
  actor: Actor
}

/**
 * Writes a workbook and records its end, in one transaction.
 * @throws Refus when the database no longer allows it, Annulation when a member has asked to stop
 */
export async function writeClasseur(
  pool: Db,
  { id, actor }: Ecriture,
  sent: Sent,
  { signal, avance }: Progress,
): Promise<void> {
  const work = async (db: Db) => {
    // Progress counts the check as the first half and the writing as the second.
    const { verdict: found, write } = await examineClasseur(db, sent.bytes, {
      signal,
      modifier: sent.modifier,
      listes: sent.listes,
      revoir: false,
      locking: true,
      avance: (fait, total) => avance(Math.floor(fait / 2), total),
    })
    const verdict = withFormer(found, sent.imported)
    if (verdict.erreurs > 0 || verdict.motif !== null) throw new Refus(verdict)
    await keepMessages(db, id, verdict.messages)
    const depuis = await readLastLigne(db)
    const lignes = countLignes(verdict)
    const half = lignes / 2
    const numerotees = await write({
      actor,
      importId: id,
      signal,
      avance: (fait, total) => avance(Math.floor(half + (half * fait) / Math.max(total, 1)), lignes),
    })
    const { nom, sha256, modifier } = sent
    const apres = { nom, sha256, modifier, feuilles: verdict.feuilles }
    await writeJournal(db, actor, { action: 'importer', objet: 'import', id, apres })
    await recordActe(db, {
      acte: { import_id: id },
      membre: actor.name,
      resume: { nom, feuilles: verdict.feuilles },
      depuis,
      numerotees,
      outside: pool,
    })
    if (!(await settleImport(db, id, 'ecriture', { statut: 'termine', verdict }))) throw new Annulation()
  }
  await pool
    .transaction()
    .execute((db) =>
      cancelOnAbort(pool, db, signal, (cancellable) => keepAwake(cancellable, () => work(cancellable))),
    )
}

/** Adds the warning that the same file was imported before. @param imported the end of the earlier import, or null */
function withFormer(verdict: Verdict, imported: Date | null): Verdict {
  if (!imported || verdict.motif !== null || verdict.demandee) return verdict
  const texte = `Ce fichier a déjà été importé le ${formatJourCourt(jourOf(imported))}.`
  const said = {
    gravite: 'avertissement',
    feuille: '',
    ligne: 0,
    colonne: null,
    cellule: null,
    texte,
  } as const
  return {
    ...verdict,
    messages: [said, ...verdict.messages],
    avertissements: verdict.avertissements + 1,
  }
}

/** Milliseconds between two signs of life, below the time-outs of silent connections in server/limits.ts. */
const AWAKE = 8_000

/** Sends a statement on a transaction's connection now and then, because a silent connection is closed during a long reading. */
async function keepAwake<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const over = new AbortController()
  const speak = async () => {
    for (;;) {
      await delay(AWAKE, null, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      await sql`select 1`.execute(db).catch(() => {})
    }
  }
  const spoken = speak()
  try {
    return await work()
  } finally {
    over.abort()
    await spoken
  }
}

type Nature = 'aReprendre' | 'donnees' | 'autre'

export interface Echoue {
  nature: Nature
  message: string
  code?: string
  stack?: string | undefined
}

/** A failure in the worker process, rebuilt here because error objects do not cross processes. */
export class EchecAilleurs extends Error {
  readonly nature: Nature
  readonly code: string

  constructor({ nature, message, code = '', stack }: Echoue) {
    super(message)
    this.nature = nature
    this.code = code
    if (stack !== undefined) this.stack = stack
  }
}

export function natureOf(error: unknown): Nature {
  if (error instanceof EchecAilleurs) return error.nature
  if (isRetryable(error) || isLockTimeout(error)) return 'aReprendre'
  return isAboutData(error) ? 'donnees' : 'autre'
}

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03'

/** A constraint, or a rule of a form, that only the writing meets. */
const isAboutData = (error: unknown) =>
  (error instanceof Error && 'code' in error && String(error.code).startsWith('23')) ||
  (toAppError(error)?.status() ?? 500) < 500

/** Messages to the worker process: a work with its database, or the order to stop. */
export type Demande = { connection: pg.ClientConfig; sent: Sent; ecriture: Ecriture | null } | { arret: true }
/** Messages from the worker process: progress in lines, then one outcome. */
export type Reponse =
  | { fait: number; total: number }
  | { verdict: Verdict }
  | { ecrit: true }
  | { refus: Verdict }
  | { annule: true }
  | { echec: Echoue }

/** Works check and write imports, in this process or in processes of its own. */
export interface Works {
  check(sent: Sent, progress: Progress): Promise<Verdict>
  write(ecriture: Ecriture, sent: Sent, progress: Progress): Promise<void>
}

/** Percent the heap may grow before it is collected; V8's default takes half a gigabyte more, which PostgreSQL needs. */
const FLAGS = ['--heap-growing-percent=25']
/** Milliseconds a worker process may take to stop before it is killed. */
const PATIENCE = 4_000

/** The built product forks a process for each work; tests, and a server run from its sources, work in their own process. */
export function worksOf({ pool, sauvegardes }: Pick<FastifyInstance, 'pool' | 'sauvegardes'>): Works {
  const entry = [import.meta.dirname, join(import.meta.dirname, '..')]
    .map((folder) => join(folder, 'worker.js'))
    .find(existsSync)
  if (entry === undefined || !sauvegardes)
    return {
      check: (sent, progress) => checkClasseur(pool, sent, progress),
      write: (ecriture, sent, progress) => writeClasseur(pool, ecriture, sent, progress),
    }
  const { connection } = sauvegardes
  return {
    async check(sent, progress) {
      const fin = await runInProcess(entry, { connection, sent, ecriture: null }, progress)
      if ('verdict' in fin) return fin.verdict
      throw new Error('a check ended without a verdict')
    },
    async write(ecriture, sent, progress) {
      await runInProcess(entry, { connection, sent, ecriture }, progress)
    },
  }
}

/** Runs one work in one process. @throws Refus, Annulation, EchecAilleurs; the signal's reason when it aborts */
async function runInProcess(
  entry: string,
  demande: Demande,
  { signal, avance }: Progress,
): Promise<Extract<Reponse, { verdict: Verdict } | { ecrit: true }>> {
  signal.throwIfAborted()
  const child = fork(entry, {
    serialization: 'advanced',
    execArgv: FLAGS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let overdue: NodeJS.Timeout | undefined
  const stop = () => {
    child.send({ arret: true } satisfies Demande, () => {})
    overdue = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const fin = await new Promise<Exclude<Reponse, { fait: number }>>((resolve, reject) => {
      child.on('message', (reponse: Reponse) => {
        if ('fait' in reponse) avance(reponse.fait, reponse.total)
        else resolve(reponse)
      })
      child.once('error', reject)
      child.once('exit', (code, killer) =>
        reject(
          new EchecAilleurs({
            nature: 'autre',
            message: `the process of an import ended: ${killer ?? code}`,
          }),
        ),
      )
      child.send(demande, (error) => error && child.kill('SIGKILL'))
    })
    signal.throwIfAborted()
    if ('refus' in fin) throw new Refus(fin.refus)
    if ('annule' in fin) throw new Annulation()
    if ('echec' in fin) throw new EchecAilleurs(fin.echec)
    return fin
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(overdue)
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}
