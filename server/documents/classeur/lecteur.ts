import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Cellule } from '#shared/cellule.ts'
import { parcourirArchive } from '#server/documents/classeur/archive.ts'
import type { Demande, Reponse } from '#server/documents/classeur/lecteur-child.mjs'
import { Refus } from '#server/documents/classeur/zip.mjs'
import { locateFile } from '#server/documents/documents-pool.ts'
import { AppError } from '#server/http/errors.ts'
import { overloadError } from '#server/http/overload.ts'
import { createQueue } from '#server/queue.ts'

export type { Cellule }

export interface LigneLue {
  /** As Excel shows it, from 1. */
  ligne: number
  /** By column, the first at 0; nulls at the end are dropped. */
  cellules: readonly Cellule[]
}

/** At most 1,000 lines of one sheet, in order: the header (line 1) comes first. Blank lines are left out; a sheet with nothing gives one without lines. */
export interface Lot {
  feuille: string
  lignes: readonly LigneLue[]
  /** Merged cells of several lines (« A2:A9 »), with the last Lot of a sheet that has any; the first hundred. */
  fusions?: readonly string[]
}

export interface LectureOptions {
  signal?: AbortSignal | undefined
  /** Which sheets to read, by their name; another one gives a Lot without lines, and its lines are not counted. All without it. */
  lire?: ((feuille: string) => boolean) | undefined
  /** Milliseconds that the reading may take; what the taker of the Lots needs does not count. */
  delai?: number
}

/** Why a workbook as a whole is not read: its sentence is the motif of the import. */
export const REFUS_CLASSEUR = {
  abime: 'Ce fichier est abîmé : il ne peut pas être lu.',
  tropGrand: 'Ce classeur est trop grand une fois ouvert (200 Mo au plus).',
  tropDeLignes: 'Ce classeur a plus de 150 000 lignes.',
  tropLent: 'La lecture a pris plus de deux minutes.',
  interrompu: 'La lecture du classeur a été interrompue. Envoyez-le de nouveau.',
} as const

/** A workbook that cannot be read as a whole; `message` is the French sentence of its code. */
export class ClasseurRefuse extends Error {
  override readonly name = 'ClasseurRefuse'
  readonly code: keyof typeof REFUS_CLASSEUR

  constructor(code: keyof typeof REFUS_CLASSEUR) {
    super(REFUS_CLASSEUR[code])
    this.code = code
  }
}

/** As a whole: its answers wait for whoever takes the lines, its clock does not run meanwhile. */
const DELAI = 120_000
const LIGNES_MAX = 150_000
const MEMOIRE = 384

/** Each holds a process of its own; an import and somebody's annotated workbook may be read at once. */
const lectures = createQueue({ concurrency: 2, waiting: 20, refusal: overloadError })

/**
 * Reads a workbook sheet after sheet, in the order of its tabs. Whoever stops taking Lots ends the reading.
 * @param source its bytes, or the path of the file
 * @throws ClasseurRefuse; the signal's reason when it aborts; indisponible (503) when too many are being read
 */
export async function* lireClasseur(
  source: Uint8Array | string,
  options: LectureOptions = {},
): AsyncGenerator<Lot> {
  const { signal } = options
  const release = await takeTurn(signal)
  try {
    const octets = typeof source === 'string' ? await readFile(source, { signal }) : source
    await parcourirArchive(octets, signal)
    yield* readLots(octets, options)
  } catch (error) {
    throw error instanceof Refus ? new ClasseurRefuse(error.code) : error
  } finally {
    release()
  }
}

/** A place of the queue for as long as the reading lasts. @returns what gives it back */
async function takeTurn(signal: AbortSignal | undefined): Promise<() => void> {
  let release = () => {}
  await new Promise<void>((resolve, reject) => {
    const work = () => {
      resolve()
      return new Promise<void>((end) => (release = end))
    }
    lectures.run(work, signal).catch(reject)
  })
  return release
}

async function* readLots(
  octets: Uint8Array,
  { signal, lire = () => true, delai = DELAI }: LectureOptions,
): AsyncGenerator<Lot> {
  signal?.throwIfAborted()
  const child = startChild(delai, signal)
  try {
    child.send({ octets })
    let feuilles: string[] = []
    let lues = 0
    for (;;) {
      const said = await child.next()
      if ('fini' in said) return
      if ('refus' in said) throw new Refus(said.refus)
      if ('defaut' in said) throw new Error(`the reading of a workbook failed: ${said.defaut}`)
      if ('feuilles' in said) {
        ;({ feuilles } = said)
        child.send({ lire: feuilles.map((feuille) => lire(feuille)) })
        continue
      }
      // The header is none.
      lues += said.lignes.filter(({ ligne }) => ligne > 1).length
      if (lues > LIGNES_MAX) throw new ClasseurRefuse('tropDeLignes')
      yield {
        feuille: feuilles[said.feuille] ?? '',
        lignes: said.lignes,
        ...(said.fusions.length > 0 && { fusions: said.fusions }),
      }
      child.send({ suite: true })
    }
  } finally {
    await child.end()
  }
}

/** One reading process: what it says, one thing after another, within the time it has. */
function startChild(delai: number, signal: AbortSignal | undefined) {
  const forked = fork(locateFile('classeur/lecteur-child.mjs'), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${MEMOIRE}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const said: Reponse[] = []
  let failure: Error | undefined
  let wake = () => {}
  const fail = (error: Error) => {
    failure ??= error
    wake()
  }
  const abort = () => fail(signal?.reason instanceof Error ? signal.reason : new AppError('abandon'))
  signal?.addEventListener('abort', abort, { once: true })
  const exited = new Promise<void>((resolve) => {
    forked.once('exit', (code, killer) => {
      // The engine ends itself so when the memory it was given is full.
      const full = killer === 'SIGABRT' || code === 134
      fail(new ClasseurRefuse(full ? 'tropGrand' : 'interrompu'))
      resolve()
    })
    forked.once('error', (error) => {
      fail(error)
      if (forked.pid === undefined) resolve()
    })
  })
  forked.on('message', (reponse: Reponse) => {
    said.push(reponse)
    wake()
  })
  let used = 0

  return {
    pid: forked.pid,
    // A process that cannot be told anything is gone or going: how it ended says why, not the broken pipe.
    send: (demande: Demande) => void forked.send(demande, (error) => error && forked.kill('SIGKILL')),
    async next(): Promise<Reponse> {
      const since = performance.now()
      const timer = setTimeout(() => fail(new ClasseurRefuse('tropLent')), Math.max(0, delai - used))
      if (said.length === 0 && !failure) await new Promise<void>((resolve) => (wake = resolve))
      clearTimeout(timer)
      used += performance.now() - since
      if (failure) throw failure
      const [first] = said.splice(0, 1)
      if (!first) throw new Error('a reading woke up without a word')
      return first
    },
    async end(): Promise<void> {
      signal?.removeEventListener('abort', abort)
      forked.kill('SIGKILL')
      await exited
    },
  }
}
