import { fork } from 'node:child_process'
import { communesErreurs } from '#shared/erreurs.ts'
import { readFile } from 'node:fs/promises'
import type { Cellule } from '#shared/cellule.ts'
import { walkArchive } from '#server/documents/classeur/archive.ts'
import type { Demande, Reponse } from '#server/documents/classeur/lecteur-child.mjs'
import { Refus } from '#server/documents/classeur/zip.mjs'
import { locateFile } from '#server/documents/documents-pool.ts'
import { refuse } from '#server/http/errors.ts'
import { overloadError, createQueue } from '#server/http/overload.ts'
import { SLOW_WORKS, WORKBOOK } from '#server/limits.ts'

export type { Cellule }

export interface LigneLue {
  /** Line number in Excel, from 1. */
  ligne: number
  /** Cells by column, the first at 0, without nulls at the end. */
  cellules: readonly Cellule[]
  /** True for a line that is hidden, by a filter or by hand. */
  masquee?: true
}

/** At most 1,000 lines of one sheet, in order, the header (line 1) first and blank lines left out. An empty sheet gives one lot without lines. */
export interface Tranche {
  feuille: string
  lignes: readonly LigneLue[]
  /** Merged ranges of several lines (« A2:A9 »), the first hundred, in the last lot of the sheet. */
  fusions?: readonly string[]
  /** Merged ranges that begin in the first ten lines (« B3:D3 »), the first five hundred, in the last lot of the sheet. */
  groupes?: readonly string[]
}

export interface LectureOptions {
  signal?: AbortSignal | undefined
  /** Filter of the sheets by name; a sheet that is not read gives a lot without lines, and its lines do not count. All sheets by default. */
  lire?: ((feuille: string) => boolean) | undefined
  /** Milliseconds for the reading; the caller's own time between two lots does not count. */
  delai?: number
}

/** Sentences of the refusal of a whole workbook, shown as the motif of the import. */
export const REFUS_CLASSEUR = {
  abime: 'Ce fichier est abîmé : il ne peut pas être lu.',
  tropGrand: 'Ce classeur est trop grand une fois ouvert (200 Mo au plus).',
  tropDeLignes: 'Ce classeur a plus de 150 000 lignes.',
  tropLent: 'La lecture a pris plus de deux minutes.',
  interrompu: 'La lecture du classeur a été interrompue. Envoyez-le de nouveau.',
} as const

/** Refusal of a whole workbook; `message` is the French sentence of its code. */
export class ClasseurRefuse extends Error {
  override readonly name = 'ClasseurRefuse'
  readonly code: keyof typeof REFUS_CLASSEUR

  constructor(code: keyof typeof REFUS_CLASSEUR) {
    super(REFUS_CLASSEUR[code])
    this.code = code
  }
}

const LIGNES_MAX = 150_000

const lectures = createQueue(SLOW_WORKS.workbooks, overloadError)

/**
 * Reads a workbook sheet by sheet; leaving the loop over the lots ends the reading. @param source bytes, or path
 * @throws ClasseurRefuse; the signal's reason; indisponible (503) when too many workbooks are being read
 */
export async function* readClasseur(
  source: Uint8Array | string,
  options: LectureOptions = {},
): AsyncGenerator<Tranche> {
  const { signal } = options
  const release = await takeTurn(signal)
  try {
    const octets = typeof source === 'string' ? await readFile(source, { signal }) : source
    await walkArchive(octets, signal)
    yield* readLots(octets, options)
  } catch (error) {
    throw error instanceof Refus ? new ClasseurRefuse(error.code) : error
  } finally {
    release()
  }
}

/** Waits for a place of the queue. @returns function that frees the place */
async function takeTurn(signal: AbortSignal | undefined): Promise<() => void> {
  let release = () => {}
  await new Promise<void>((resolve, reject) => {
    const work = () => {
      resolve()
      return new Promise<void>((end) => (release = end))
    }
    lectures.run(work, { signal }).catch(reject)
  })
  return release
}

async function* readLots(
  octets: Uint8Array,
  { signal, lire = () => true, delai = WORKBOOK.reading }: LectureOptions,
): AsyncGenerator<Tranche> {
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
      // The header does not count.
      lues += said.lignes.filter(({ ligne }) => ligne > 1).length
      if (lues > LIGNES_MAX) throw new ClasseurRefuse('tropDeLignes')
      yield {
        feuille: feuilles[said.feuille] ?? '',
        lignes: said.lignes,
        ...(said.fusions.length > 0 && { fusions: said.fusions }),
        ...(said.groupes.length > 0 && { groupes: said.groupes }),
      }
      child.send({ suite: true })
    }
  } finally {
    await child.end()
  }
}

/** Starts a reading process; `next` returns its messages one by one within `delai`. */
function startChild(delai: number, signal: AbortSignal | undefined) {
  const forked = fork(locateFile('classeur/lecteur-child.mjs'), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${WORKBOOK.heap / 2 ** 20}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const said: Reponse[] = []
  let failure: Error | undefined
  let wake = () => {}
  const fail = (error: Error) => {
    failure ??= error
    wake()
  }
  const abort = () => fail(signal?.reason instanceof Error ? signal.reason : refuse(communesErreurs.abandon))
  signal?.addEventListener('abort', abort, { once: true })
  const exited = new Promise<void>((resolve) => {
    forked.once('exit', (code, killer) => {
      // Node aborts when its heap limit is reached.
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
    // A failed send means an ending process: its exit gives the reason, not the broken pipe.
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
