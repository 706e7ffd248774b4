import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { writeJournal } from '#features/journal/server/journal.service.ts'
import { backUpBefore } from '#features/imports/server/avant.ts'
import { INTERROMPU } from '#features/imports/server/imports.service.ts'
import { controlerClasseur } from '#features/imports/server/moteur.classeur.ts'
import {
  Arret,
  DONNEES_CHANGEES,
  Echec,
  Refus,
  SANS_FICHIER,
  SANS_SAUVEGARDE,
  withFormer,
} from '#features/imports/server/motifs.ts'
import type { Verdict } from '#features/imports/server/moteur.ts'
import {
  Annulation,
  closeImport,
  followImport,
  keepAwake,
  keepMessages,
  Perdu,
  countLignes,
  settleImport,
  type Avance,
  type Etape,
} from '#features/imports/server/suivi.ts'
import type { Db } from '#server/database/db.ts'
import { cancelOnAbort, inCancellableSnapshot } from '#server/database/reading.ts'
import { withTightHeap } from '#server/memory.ts'
import { isRetryable, toAppError } from '#server/http/errors.ts'
import type { Actor } from '#server/http/session.ts'

const ATTEMPTS = 3
/** How often the end of a work is written down again while the database is away, and how many times. */
const CLOSE_AGAIN = 1_000
const CLOSE_ATTEMPTS = 90

export interface Travail {
  id: number
  etape: Etape
  actor: Actor
}

interface UnderWay extends Travail {
  signal: AbortSignal
  avance: Avance
}

/** The background work of imports, in this process: one connection does it, another tells of it. */
export class Travaux {
  readonly #app: FastifyInstance
  readonly #running = new Map<number, { stop: AbortController; done: Promise<void> }>()
  #stopping = false

  constructor(app: FastifyInstance) {
    this.#app = app
    app.addHook('preClose', async () => {
      this.#stopping = true
      for (const { stop } of this.#running.values()) stop.abort(new Arret())
    })
    app.addHook('onClose', () => this.idle())
  }

  /** Begins a work in the background. */
  begin(travail: Travail): void {
    if (this.#running.has(travail.id)) return
    const stop = new AbortController()
    if (this.#stopping) stop.abort(new Arret())
    const done = this.#run(travail, stop).finally(() => this.#running.delete(travail.id))
    this.#running.set(travail.id, { stop, done })
  }

  /** Has a work stop, when it is ours: another process finds out by itself. */
  stop(id: number): void {
    this.#running.get(id)?.stop.abort(new Annulation())
  }

  /** Once no work is under way. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  async #run({ id, etape, actor }: Travail, stop: AbortController): Promise<void> {
    const { pool, log } = this.#app
    const avance: Avance = { fait: 0, total: 0 }
    const over = new AbortController()
    const heartbeat = followImport(pool, { id, etape, avance }, over.signal, (why) => stop.abort(why))
    try {
      const underWay = { id, etape, actor, signal: stop.signal, avance }
      await withTightHeap(() => (etape === 'lecture' ? this.#check(underWay) : this.#write(underWay)))
    } catch (error) {
      const why: unknown = stop.signal.aborted ? stop.signal.reason : error
      if (!(why instanceof Annulation || why instanceof Perdu || why instanceof Arret))
        log.error({ err: why instanceof Echec ? (why.cause ?? why) : why, import: id }, 'import failed')
      if (!(why instanceof Perdu)) await this.#close(id, etape, why)
    } finally {
      over.abort()
      await heartbeat
    }
  }

  /** A database that is away when a work ends may be back in a moment. What is not closed is dead to everybody a minute later. */
  async #close(id: number, etape: Etape, why: unknown): Promise<void> {
    const motif = why instanceof Annulation ? null : why instanceof Echec ? why.motif : INTERROMPU
    for (let attempt = 1; attempt <= CLOSE_ATTEMPTS; attempt++)
      try {
        return await closeImport(
          this.#app.pool,
          id,
          etape,
          why instanceof Annulation ? 'annule' : 'echec',
          motif,
        )
      } catch (error) {
        if (this.#stopping) return
        if (attempt === CLOSE_ATTEMPTS) this.#app.log.error({ err: error, import: id }, 'import not closed')
        await delay(CLOSE_AGAIN)
      }
  }

  async #check({ id, signal, avance }: UnderWay): Promise<void> {
    const sent = await this.#read(id, signal)
    const verdict = await this.#verdict(sent, signal, avance)
    await this.#settle(id, 'lecture', verdict)
  }

  /** Checks without locks, at one instant. */
  async #verdict(sent: Sent, signal: AbortSignal, avance: Avance): Promise<Verdict> {
    const { verdict } = await inCancellableSnapshot(this.#app.pool, signal, (db) =>
      keepAwake(db, () =>
        controlerClasseur(db, sent.bytes, {
          modifier: sent.modifier,
          verrouiller: false,
          signal,
          avance: (fait, total) => Object.assign(avance, { fait, total }),
        }),
      ),
    )
    return withFormer(verdict, sent.imported)
  }

  async #settle(id: number, etape: Etape, verdict: Verdict, motif?: string): Promise<void> {
    const refused = motif !== undefined || verdict.motif !== null || verdict.erreurs > 0
    await this.#app.pool.transaction().execute(async (db) => {
      const fin = { statut: refused ? ('refuse' as const) : ('pret' as const), verdict }
      if (!(await settleImport(db, id, etape, { ...fin, ...(motif !== undefined && { motif }) })))
        throw new Annulation()
      await keepMessages(db, id, verdict.messages)
    })
  }

  async #write({ id, actor, signal, avance }: UnderWay): Promise<void> {
    const sent = await this.#read(id, signal)
    await this.#backUp(id, signal)
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#writeOnce(id, sent, { actor, signal, avance })
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof Refus) return this.#settle(id, 'ecriture', error.verdict)
        if (isRetryable(error) || isLockTimeout(error)) {
          if (attempt === ATTEMPTS) throw error
          continue
        }
        if (!isAboutData(error)) throw error
        this.#app.log.warn({ err: error, import: id }, 'what an import writes has changed meanwhile')
        const verdict = await this.#verdict(sent, signal, avance)
        if (verdict.erreurs > 0 || verdict.motif !== null) return this.#settle(id, 'ecriture', verdict)
        if (attempt === ATTEMPTS) return this.#settle(id, 'ecriture', verdict, DONNEES_CHANGEES)
      }
    }
  }

  /** All of it, and that it is done, in one transaction. */
  async #writeOnce(
    id: number,
    sent: Sent,
    { actor, signal, avance }: Pick<UnderWay, 'actor' | 'signal' | 'avance'>,
  ): Promise<void> {
    const { pool } = this.#app
    const work = async (db: Db) => {
      // Each line is checked, then written.
      const { verdict: found, ecrire } = await controlerClasseur(db, sent.bytes, {
        signal,
        modifier: sent.modifier,
        verrouiller: true,
        avance: (fait, total) => Object.assign(avance, { fait: Math.floor(fait / 2), total }),
      })
      const verdict = withFormer(found, sent.imported)
      if (verdict.erreurs > 0 || verdict.motif !== null) throw new Refus(verdict)
      await keepMessages(db, id, verdict.messages)
      const lignes = countLignes(verdict)
      const half = lignes / 2
      await ecrire({
        actor,
        importId: id,
        signal,
        avance: (fait, total) =>
          Object.assign(avance, {
            fait: Math.floor(half + (half * fait) / Math.max(total, 1)),
            total: lignes,
          }),
      })
      const apres = {
        nom: sent.nom,
        sha256: sent.sha256,
        modifier: sent.modifier,
        feuilles: verdict.feuilles,
      }
      await writeJournal(db, actor, { action: 'importer', objet: 'import', id, apres })
      if (!(await settleImport(db, id, 'ecriture', { statut: 'termine', verdict }))) throw new Annulation()
    }
    await pool
      .transaction()
      .execute((db) =>
        cancelOnAbort(pool, db, signal, (cancellable) => keepAwake(cancellable, () => work(cancellable))),
      )
  }

  async #backUp(id: number, signal: AbortSignal): Promise<void> {
    const name = await backUpBefore(this.#app, id, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      throw new Echec(SANS_SAUVEGARDE, error)
    })
    await sql`update imports set sauvegarde = ${name} where id = ${id} and statut = 'ecriture'`.execute(
      this.#app.pool,
    )
  }

  async #read(id: number, signal: AbortSignal): Promise<Sent> {
    const { pool, files } = this.#app
    const found = await pool
      .selectFrom('imports as i')
      .where('i.id', '=', id)
      .select((eb) => [
        'i.fichier_id',
        'i.nom',
        'i.sha256',
        'i.modifier',
        eb
          .selectFrom('imports as f')
          .whereRef('f.sha256', '=', 'i.sha256')
          .where('f.statut', '=', 'termine')
          .select((of) => of.fn.max('f.fini_le').as('le'))
          .as('imported'),
      ])
      .executeTakeFirst()
    if (!found) throw new Perdu()
    const { fichier_id, nom, sha256, modifier, imported } = found
    if (fichier_id === null) throw new Echec(SANS_FICHIER)
    const bytes = await buffer(files.read(fichier_id, signal)).catch((error: unknown) => {
      signal.throwIfAborted()
      throw new Echec(SANS_FICHIER, error)
    })
    return { bytes, nom, sha256: sha256.toString('hex'), modifier, imported }
  }
}

/** A workbook as it was sent. */
interface Sent {
  bytes: Buffer
  nom: string
  sha256: string
  modifier: boolean
  /** When the same bytes were imported before. */
  imported: Date | null
}

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03'

/** A constraint, or a rule of a form, that only the writing has met. */
const isAboutData = (error: unknown) =>
  (error instanceof Error && 'code' in error && String(error.code).startsWith('23')) ||
  (toAppError(error)?.status() ?? 500) < 500
