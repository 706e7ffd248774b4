import { writeJournal } from '#features/journal/server/journal.service.ts'
import type { Progress } from '#features/imports/server/controle/contexte.ts'
import { examineClasseur, type Verdict } from '#features/imports/server/moteur.ts'
import {
  Refus,
  withFormer,
  Annulation,
  countLignes,
  keepAwake,
  keepMessages,
  settleImport,
} from '#features/imports/server/avancement.ts'
import type { Db } from '#server/database/db.ts'
import { cancelOnAbort, inCancellableSnapshot } from '#server/database/transaction.ts'
import { isRetryable, toAppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

export interface Sent {
  bytes: Uint8Array
  nom: string
  sha256: string
  modifier: boolean
  /** End of an earlier import of the same bytes. */
  imported: Date | null
}

/** Checks a workbook without locks, in one snapshot. */
export async function checkClasseur(pool: Db, sent: Sent, { signal, avance }: Progress): Promise<Verdict> {
  const { verdict } = await inCancellableSnapshot(pool, signal, (db) =>
    keepAwake(db, () =>
      examineClasseur(db, sent.bytes, { modifier: sent.modifier, locking: false, signal, avance }),
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
      locking: true,
      avance: (fait, total) => avance(Math.floor(fait / 2), total),
    })
    const verdict = withFormer(found, sent.imported)
    if (verdict.erreurs > 0 || verdict.motif !== null) throw new Refus(verdict)
    await keepMessages(db, id, verdict.messages)
    const lignes = countLignes(verdict)
    const half = lignes / 2
    await write({
      actor,
      importId: id,
      signal,
      avance: (fait, total) => avance(Math.floor(half + (half * fait) / Math.max(total, 1)), lignes),
    })
    const { nom, sha256, modifier } = sent
    const apres = { nom, sha256, modifier, feuilles: verdict.feuilles }
    await writeJournal(db, actor, { action: 'importer', objet: 'import', id, apres })
    if (!(await settleImport(db, id, 'ecriture', { statut: 'termine', verdict }))) throw new Annulation()
  }
  await pool
    .transaction()
    .execute((db) =>
      cancelOnAbort(pool, db, signal, (cancellable) => keepAwake(cancellable, () => work(cancellable))),
    )
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
