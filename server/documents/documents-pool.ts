import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { WriteOptions } from 'hucre/xlsx'
import { AppError } from '#server/http/errors.ts'

/**
 * What a child is asked to make. `data` is JSON; `plain`: Arabic like the rest, not larger; `timestamp` (seconds) is written in
 * the file as its date; `logo` is a picture that the engine has in its memory under that name.
 */
export type Work =
  | {
      kind: 'pdf'
      workspace: string
      template: string
      data: string
      plain: boolean
      tagged: boolean
      timestamp: number
      logo: Picture | null
    }
  | { kind: 'xlsx'; workbook: WriteOptions }
  | { kind: 'classeur'; workbook: WriteOptions; feuilles: readonly FeuilleRemplie[] }

/** Bytes that no path leads to, and the name a template knows them by: its end says what they are. */
export interface Picture {
  nom: 'logo.png' | 'logo.jpg'
  octets: Uint8Array
}

/** The lines of one sheet of a workbook that is filled (classeur/ecriture.ts). */
export interface FeuilleRemplie {
  /** The style of each column, by its rank in the line of styles. */
  colonnes: readonly number[]
  /** Lines as JSON, packed: each its number, or its number and height, what stands in the last column, its cells; a cell is a value, or a style and a value. */
  lots: readonly Uint8Array[]
  /** Number of the last line. */
  derniere: number
}

export type Reply =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; reason: 'character'; characters: string[] }
  /** In one paragraph two scripts take turns more often than the engine sets them differently (some 500 times). */
  | { ok: false; reason: 'restless' }
  | { ok: false; reason: 'defect'; message: string }

interface RunOptions {
  signal?: AbortSignal | undefined
  /** A long work never takes the last child: a receipt must not wait for a report. */
  large?: boolean
}

interface PoolOptions {
  children: number
  /** More than that many works waiting: 503 `documentsOccupes`. */
  waiting: number
  /** Milliseconds a child has for one work before it is killed. */
  deadline: number
  /** A child that made that many documents, or holds that much memory, is replaced: the engine's memory only grows. */
  documents: number
  rss: number
}

interface Job {
  work: Work
  large: boolean
  signal: AbortSignal | undefined
  settle: (outcome: Reply | Error) => void
}

interface Child {
  process: ChildProcess
  /** Made for one long work, and gone after it. */
  large: boolean
  made: number
  job: Job | null
  timer: NodeJS.Timeout | undefined
}

const DEFAULTS: PoolOptions = {
  children: 2,
  waiting: 24,
  deadline: 60_000,
  documents: 300,
  rss: 400 * 2 ** 20,
}

/**
 * For a long work, of glibc and unknown to others: what is larger than 64 KB is given back as soon as it is free. A report holds a
 * tenth less at its peak; a receipt would ask the system for the same blocks again and again.
 */
const MEMORY = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '67108864' }

/** A file of this folder, from the sources or next to the bundle (vite.server.config.ts copies it there). */
export function locateFile(name: string): string {
  const here = import.meta.dirname
  const found = [join(here, name), join(here, '..', name)].find(existsSync)
  // As of any file that is away: the build may have been removed under the server.
  if (!found) throw Object.assign(new Error(`${name} is not near ${here}`), { code: 'ENOENT' })
  return found
}

/**
 * A small pool of forked, killable, recycled processes with a queue in front. Children start at the first need,
 * do not keep the server alive, and end with it.
 */
export function createPool(options: Partial<PoolOptions> = {}) {
  const limits = { ...DEFAULTS, ...options }
  const children = new Set<Child>()
  const queue: Job[] = []

  /**
   * Has a work done by a child.
   * Rejects with AppError `documentsOccupes` when too many wait or the deadline passes, with the signal's reason when it aborts.
   */
  function run(work: Work, { signal, large = false }: RunOptions = {}): Promise<Reply> {
    signal?.throwIfAborted()
    if (queue.length >= limits.waiting) throw busy()
    return new Promise((resolve, reject) => {
      const abort = () => cancel(job, asError(signal?.reason))
      const job: Job = {
        work,
        large,
        signal,
        settle: (outcome) => {
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
      const child = next < 0 ? undefined : idleChild(queue[next]?.large ?? false)
      if (!child) return
      const [job] = queue.splice(next, 1)
      if (job) start(child, job)
    }
  }

  function idleChild(large: boolean): Child | undefined {
    const idle = [...children].find((child) => !child.job)
    if (idle && !large) return idle
    if (idle && children.size >= limits.children) retire(idle)
    return children.size < limits.children ? spawn(large) : undefined
  }

  function spawn(large: boolean): Child {
    const entry = locateFile('documents-child.mjs')
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
    forked.on('error', (error) => discard(child, error))
    forked.on('exit', (code, killer) =>
      discard(child, new Error(`the documents process ended (${code ?? killer})`)),
    )
    release(child)
    return child
  }

  function start(child: Child, job: Job): void {
    child.job = job
    child.process.ref()
    child.process.channel?.ref()
    child.timer = setTimeout(() => kill(child, busy()), limits.deadline)
    child.process.send(job.work, (error) => error && discard(child, error))
  }

  function finish(child: Child, reply: Reply, rss: number): void {
    // An answer that was already on its way when the process was killed.
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

  /** An idle child must not hold the event loop of a server that has nothing else to do. */
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

  function cancel(job: Job, why: Error): void {
    const waiting = queue.indexOf(job)
    if (waiting >= 0) {
      queue.splice(waiting, 1)
      return job.settle(why)
    }
    for (const child of children) if (child.job === job) kill(child, why)
  }

  /** Refuses what waits, ends every child and returns when they are gone. */
  async function stop(): Promise<void> {
    for (const job of queue.splice(0)) job.settle(new AppError('indisponible'))
    const ended = [...children].map(
      (child) =>
        new Promise<void>((resolve) =>
          child.process.exitCode === null ? child.process.once('exit', () => resolve()) : resolve(),
        ),
    )
    for (const child of children) {
      child.process.ref()
      kill(child, new AppError('indisponible'))
    }
    await Promise.all(ended)
  }

  return { run, stop, pids: () => [...children].map((child) => child.process.pid) }
}

export type Pool = ReturnType<typeof createPool>

/** The product's pool. */
export const documentsPool = createPool()

function busy(): AppError {
  const error = new AppError('documentsOccupes')
  error.retryAfter = 5
  return error
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))
