import { fork, type ChildProcess } from 'node:child_process'
import { communesErreurs } from '#shared/erreurs.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { WriteOptions } from 'hucre/xlsx'
import { AppError, refuse } from '#server/http/errors.ts'
import { DOCUMENTS } from '#server/limits.ts'

/** Work order of a child. `data` is JSON; `plain` sets Arabic in the size of the rest; `timestamp` (s) is the date in the file. */
export type Work =
  | {
      kind: 'pdf'
      workspace: string
      template: string
      data: string
      plain: boolean
      timestamp: number
      logo: Picture | null
    }
  | { kind: 'xlsx'; workbook: WriteOptions }
  | { kind: 'classeur'; workbook: WriteOptions; feuilles: readonly FeuilleRemplie[] }

/** Bytes of a picture, and its name in a template, whose extension is its type. */
export interface Picture {
  nom: 'logo.png' | 'logo.jpg'
  octets: Uint8Array
}

/** Lines of one sheet of a workbook to fill (classeur/ecriture.ts). */
export interface FeuilleRemplie {
  colonnes: readonly number[]
  /** Lines as compressed JSON: number or number and height, last cell, cells (a value; style and value; style, value and formula). */
  lots: readonly Uint8Array[]
  derniere: number
}

export type Reply =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; reason: 'character'; characters: string[] }
  /** A paragraph changes its script more often than the engine can set (some 500 times). */
  | { ok: false; reason: 'restless' }
  | { ok: false; reason: 'defect'; message: string }
  /** No compiler of papers is installed. */
  | { ok: false; reason: 'absent' }

interface RunOptions {
  signal?: AbortSignal | undefined
  /** A large work never takes the last process: a receipt must not wait for a report. */
  large?: boolean
}

type PoolOptions = typeof DOCUMENTS & {
  /** File that a child runs: documents-child.mjs by default. */
  child: string
}

interface Job {
  work: Work
  large: boolean
  signal: AbortSignal | undefined
  /** A process has died over it. */
  lost: boolean
  begin: () => void
  settle: (outcome: Reply | Error) => void
}

interface Child {
  process: ChildProcess
  /** A child started for one large work ends after it. */
  large: boolean
  made: number
  job: Job | null
  timer: NodeJS.Timeout | undefined
}

/**
 * Settings of glibc for a large work: blocks above 64 KB go back to the system at once, which lowers a report's peak by a tenth. A receipt
 * would ask for the same blocks again and again.
 */
const MEMORY = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '67108864' }

/** Path of a file of this folder, among the sources or next to the bundle (build/vite.server.config.ts copies it there). */
export function locateFile(name: string): string {
  const here = import.meta.dirname
  const found = [join(here, name), join(here, '..', name)].find(existsSync)
  // ENOENT, as for any absent file: the build may have been removed under the server.
  if (!found) throw Object.assign(new Error(`${name} is not near ${here}`), { code: 'ENOENT' })
  return found
}

/** A pool of forked processes, killable and recycled, with a queue; a work whose process dies is done once more. Children start when needed and do not keep the server alive. */
export function createPool(options: Partial<PoolOptions> = {}) {
  const { child: runs, ...bounds } = options
  const limits = { ...DOCUMENTS, ...bounds }
  const children = new Set<Child>()
  const queue: Job[] = []
  const watchers = new Set<(why: Error) => void>()

  /** Has a child do a work. Rejects with AppError `documentsOccupes` beyond the bounds, or with the signal's reason on abort. */
  function run(work: Work, { signal, large = false }: RunOptions = {}): Promise<Reply> {
    signal?.throwIfAborted()
    if (queue.length >= limits.waiting) throw busy()
    return new Promise((resolve, reject) => {
      const abort = () => cancel(job, asError(signal?.reason))
      const late = setTimeout(() => cancel(job, busy()), limits.patience)
      late.unref()
      const job: Job = {
        work,
        large,
        signal,
        lost: false,
        begin: () => clearTimeout(late),
        settle: (outcome) => {
          clearTimeout(late)
          signal?.removeEventListener('abort', abort)
          if (outcome instanceof Error) reject(outcome)
          else resolve(outcome)
        },
      }
      signal?.addEventListener('abort', abort, { once: true })
      queue.push(job)
      dispatch()
    })
  }

  function dispatch(): void {
    for (;;) {
      const busyWithLarge = [...children].filter((child) => child.job?.large).length
      const next = queue.findIndex((job) => !job.large || busyWithLarge < Math.max(1, limits.children - 1))
      const job = queue[next]
      const child = job && childFor(job)
      if (!child) return
      queue.splice(next, 1)
      start(child, job)
    }
  }

  function childFor({ large, lost }: Job): Child | undefined {
    const idle = [...children].find((child) => !child.job)
    // A cause that killed the first process may have killed the idle ones, whose end is not known yet.
    if (idle && !large && !lost) return idle
    if (idle && children.size >= limits.children) retire(idle)
    return children.size < limits.children ? spawn(large) : undefined
  }

  function spawn(large: boolean): Child {
    const entry = runs ?? locateFile('documents-child.mjs')
    const forked = fork(entry, {
      serialization: 'advanced',
      execArgv: [],
      env: { ...process.env, ...(large && MEMORY) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const child: Child = { process: forked, large, made: 0, job: null, timer: undefined }
    children.add(child)
    forked.on('message', (message: { reply: Reply; rss: number }) =>
      finish(child, message.reply, message.rss),
    )
    forked.on('error', (error) => lose(child, error))
    forked.on('exit', (code, killer) =>
      lose(child, new Error(`the documents process ended (${code ?? killer})`)),
    )
    release(child)
    return child
  }

  function start(child: Child, job: Job): void {
    child.job = job
    job.begin()
    child.process.ref()
    child.process.channel?.ref()
    child.timer = setTimeout(() => kill(child, overdue(limits.deadline)), limits.deadline)
    child.process.send(job.work, (error) => error && lose(child, error))
  }

  function finish(child: Child, reply: Reply, rss: number): void {
    // The answer was on its way when the process was killed.
    if (!children.has(child)) return
    const { job } = child
    clearTimeout(child.timer)
    child.job = null
    child.made += 1
    release(child)
    if (child.large || child.made >= limits.documents || rss >= limits.rss) retire(child)
    job?.settle(reply)
    dispatch()
  }

  /** An idle child must not keep the event loop alive. */
  function release(child: Child): void {
    child.process.unref()
    child.process.channel?.unref()
  }

  function retire(child: Child): void {
    children.delete(child)
    if (child.process.connected) child.process.disconnect()
  }

  function kill(child: Child, why: Error): void {
    child.process.kill('SIGKILL')
    discard(child, why)
  }

  function discard(child: Child, why: Error): void {
    if (!children.delete(child)) return
    clearTimeout(child.timer)
    release(child)
    child.job?.settle(why)
    dispatch()
  }

  /** A process that ended by itself, or by a system short of memory, may end over anything: its work is done once more, by a new one. */
  function lose(child: Child, why: Error): void {
    const { job } = child
    if (job === null || !children.has(child)) return discard(child, why)
    for (const tell of watchers) tell(why)
    if (job.lost) return discard(child, busy(why))
    job.lost = true
    child.job = null
    queue.unshift(job)
    discard(child, why)
  }

  function cancel(job: Job, why: Error): void {
    const waiting = queue.indexOf(job)
    if (waiting >= 0) {
      queue.splice(waiting, 1)
      return job.settle(why)
    }
    for (const child of children) if (child.job === job) kill(child, why)
  }

  /** Refuses the waiting jobs, kills every child and resolves once all have ended. */
  async function stop(): Promise<void> {
    for (const job of queue.splice(0)) job.settle(refuse(communesErreurs.indisponible))
    const ended = [...children].map(
      (child) =>
        new Promise<void>((resolve) =>
          child.process.exitCode === null ? child.process.once('exit', () => resolve()) : resolve(),
        ),
    )
    for (const child of children) {
      child.process.ref()
      kill(child, refuse(communesErreurs.indisponible))
    }
    await Promise.all(ended)
  }

  /** Has `tell` hear of each process that dies over a work. @returns what ends it */
  function watch(tell: (why: Error) => void): () => void {
    watchers.add(tell)
    return () => void watchers.delete(tell)
  }

  return { run, stop, watch, pids: () => [...children].map((child) => child.process.pid) }
}

export type Pool = ReturnType<typeof createPool>

export const documentsPool = createPool()

/** @param cause what makes the log name a document that could not be made */
function busy(cause?: Error): AppError {
  const error = refuse(communesErreurs.documentsOccupes)
  error.retryAfter = 5
  if (cause) error.cause = cause
  return error
}

const overdue = (deadline: number) => busy(new Error(`a document was not made within ${deadline / 1000} s`))

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))
