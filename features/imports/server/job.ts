import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  Annulation,
  closeImport,
  followImport,
  INTERROMPU,
  keepMessages,
  Perdu,
  settleImport,
  type Avance,
  type Etape,
} from '#features/imports/server/imports.state.ts'
import type { Correspondance } from '#features/imports/server/reprise/correspondance.ts'
import { Arret, natureOf, Refus, worksOf, type Sent, type Works } from '#features/imports/server/process.ts'
import type { Verdict } from '#features/imports/server/workbook.ts'
import { keepBackup } from '#server/backup/kept.ts'
import type { Actor } from '#server/http/session.ts'

const SANS_SAUVEGARDE = "La sauvegarde qui précède l'import n'a pas pu être faite : rien n'a été écrit."
const SANS_FICHIER = "Le fichier de cet import n'a pas pu être lu : rien n'a été écrit."
const DONNEES_CHANGEES =
  "Les données ont changé pendant l'import : rien n'a été écrit. Envoyez le classeur de nouveau."

/** A failure whose reason the member can read. */
class Echec extends Error {
  readonly motif: string

  constructor(motif: string, cause?: unknown) {
    super(motif, { cause })
    this.motif = motif
  }
}
const ATTEMPTS = 3
const CLOSE_AGAIN = 1_000
const CLOSE_ATTEMPTS = 90

export interface Job {
  id: number
  etape: Etape
  actor: Actor
  /** The columns of lists of one's own are asked about again. */
  revoir?: boolean
}

interface UnderWay extends Job {
  signal: AbortSignal
  avance: Avance
}

const telling = (avance: Avance) => (fait: number, total: number) =>
  void Object.assign(avance, { fait, total })

/** Background work of imports. A process of its own does the work ({@link worksOf}); this server records its progress on another connection. */
export class Jobs {
  readonly #app: FastifyInstance
  readonly #works: Works
  readonly #running = new Map<number, { stop: AbortController; done: Promise<void> }>()
  #stopping = false

  constructor(app: FastifyInstance) {
    this.#app = app
    this.#works = worksOf(app)
    app.addHook('preClose', async () => {
      this.#stopping = true
      for (const { stop } of this.#running.values()) stop.abort(new Arret())
    })
    app.addHook('onClose', () => this.idle())
  }

  begin(job: Job): void {
    if (this.#running.has(job.id)) return
    const stop = new AbortController()
    if (this.#stopping) stop.abort(new Arret())
    const done = this.#run(job, stop).finally(() => this.#running.delete(job.id))
    this.#running.set(job.id, { stop, done })
  }

  /** Stops a work of this server; a work of another server learns it from its own reports of progress. */
  stop(id: number): void {
    this.#running.get(id)?.stop.abort(new Annulation())
  }

  /** Resolves once no work is under way. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  async #run({ id, etape, actor, revoir = false }: Job, stop: AbortController): Promise<void> {
    const { pool, log } = this.#app
    const avance: Avance = { fait: 0, total: 0 }
    const over = new AbortController()
    const heartbeat = followImport(pool, { id, etape, avance }, over.signal, (why) => stop.abort(why))
    try {
      const underWay = { id, etape, actor, revoir, signal: stop.signal, avance }
      await (etape === 'lecture' ? this.#check(underWay) : this.#write(underWay))
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

  /** Records a failed or cancelled work, again while the database is away. An import left open counts as dead after fifteen seconds. */
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

  async #check({ id, revoir = false, signal, avance }: UnderWay): Promise<void> {
    const sent = await this.#read(id, signal)
    const verdict = await this.#works.check({ ...sent, revoir }, { signal, avance: telling(avance) })
    await this.#settle(id, 'lecture', verdict)
  }

  async #settle(id: number, etape: Etape, verdict: Verdict, motif?: string): Promise<void> {
    const refused = motif !== undefined || verdict.motif !== null || verdict.erreurs > 0
    await this.#app.pool.transaction().execute(async (db) => {
      const statut = verdict.demandee ? 'correspondance' : refused ? 'refuse' : 'pret'
      const fin = { statut, verdict } as const
      if (!(await settleImport(db, id, etape, { ...fin, ...(motif !== undefined && { motif }) })))
        throw new Annulation()
      await keepMessages(db, id, verdict.messages)
    })
  }

  async #write({ id, actor, signal, avance }: UnderWay): Promise<void> {
    const sent = await this.#read(id, signal)
    await this.#backUp(id, signal)
    const progress = { signal, avance: telling(avance) }
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#works.write({ id, actor }, sent, progress)
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof Refus) return this.#settle(id, 'ecriture', error.verdict)
        const nature = natureOf(error)
        if (nature === 'aReprendre' && attempt < ATTEMPTS) continue
        if (nature !== 'donnees') throw error
        this.#app.log.warn({ err: error, import: id }, 'what an import writes has changed meanwhile')
        const verdict = await this.#works.check(sent, progress)
        if (verdict.erreurs > 0 || verdict.motif !== null) return this.#settle(id, 'ecriture', verdict)
        if (attempt === ATTEMPTS) return this.#settle(id, 'ecriture', verdict, DONNEES_CHANGEES)
      }
    }
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
        sql<Correspondance | null>`i.correspondance`.as('listes'),
        eb
          .selectFrom('imports as f')
          .whereRef('f.sha256', '=', 'i.sha256')
          .where('f.statut', '=', 'termine')
          .select((of) => of.fn.max('f.fini_le').as('le'))
          .as('imported'),
      ])
      .executeTakeFirst()
    if (!found) throw new Perdu()
    const { fichier_id, nom, sha256, modifier, imported, listes } = found
    if (fichier_id === null) throw new Echec(SANS_FICHIER)
    const bytes = await buffer(files.read(fichier_id, signal)).catch((error: unknown) => {
      signal.throwIfAborted()
      throw new Echec(SANS_FICHIER, error)
    })
    // Other bytes that a store gives must not be written as the portfolio that was checked.
    if (!createHash('sha256').update(bytes).digest().equals(sha256)) throw new Echec(SANS_FICHIER)
    return { bytes, nom, sha256: sha256.toString('hex'), modifier, imported, listes, revoir: false }
  }
}

/** Makes the backup that precedes an import. @returns its file name @throws when the backup is not whole; its file is then removed */
async function backUpBefore(
  { files, sauvegardes }: Pick<FastifyInstance, 'files' | 'sauvegardes'>,
  id: number,
  signal: AbortSignal,
): Promise<string> {
  if (!sauvegardes) throw new Error('this server was told of no folder for backups')
  const { connection, folder } = sauvegardes
  // A file of that name belongs to an import that a restore has undone, so it is replaced.
  const fichier = `avant-import-${id}.tar`
  await keepBackup({ connection, files, folder, fichier, origine: 'import', signal, onWait: () => {} })
  return fichier
}
