import { AppError, refuse } from '#server/http/errors.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { type QueueLimits, type SlotLimits, SLOW_WORKS } from '#server/limits.ts'

/** Refusal of work that would wait too long: 503 with Retry-After. */
export function overloadError(): AppError {
  const refused = refuse(communesErreurs.indisponible)
  refused.retryAfter = 1
  return refused
}

/** Bound on the work under way. It counts promises: a work keeps its slot until it ends, even when its client has left. */
export interface Slots {
  /**
   * Runs the work of a call, without the waits for its client. @param stranger address of a caller without a session, for whom fewer slots
   * are there @throws indisponible (503, Retry-After) when all slots that the caller may have are taken
   */
  take<T>(work: () => Promise<T>, stranger?: string): Promise<T>
  taken(): number
}

export function createSlots(limits: SlotLimits): Slots {
  let taken = 0
  /** Addresses of the strangers whose works are under way. */
  const strangers: string[] = []
  const isFull = (stranger: string | undefined) =>
    taken >= limits.underWay ||
    (stranger !== undefined &&
      (strangers.length >= limits.strangers || countOf(strangers, stranger) >= limits.eachAddress))
  return {
    async take(work, stranger) {
      if (isFull(stranger)) throw overloadError()
      taken++
      if (stranger !== undefined) strangers.push(stranger)
      try {
        return await work()
      } finally {
        taken--
        if (stranger !== undefined) strangers.splice(strangers.indexOf(stranger), 1)
      }
    },
    taken: () => taken,
  }
}

/** A queue of works of one kind; those beyond the bound wait in order of arrival. */
interface Queue {
  /** Runs a work in its turn. @throws the error of `refusal` when too many wait, or the wait is too long */
  run<T>(work: () => Promise<T>, options?: RunOptions): Promise<T>
  /** Number of running and of waiting works. */
  state(): { running: number; waiting: number }
}

export interface RunOptions {
  /** An abort gives up the place in the queue, not a running work; the run then rejects with its reason. */
  signal?: AbortSignal | undefined
  /** Member of the work, where each member has its own bounds. */
  owner?: number | undefined
  /** Lets every other work go first, however long this one has waited. */
  last?: boolean
}

interface Waiting {
  owner: number | undefined
  last: boolean
  start: () => void
}

export function createQueue(
  { concurrency, waiting: most, patience, each }: QueueLimits,
  refusal: () => AppError,
): Queue {
  const running: (number | undefined)[] = []
  const queue = new Set<Waiting>()

  const mayBegin = (owner: number | undefined) =>
    running.length < concurrency && !(each && owner !== undefined && countOf(running, owner) >= each.running)

  /** Waits for a place; an abort or a time-out frees the place in the queue. */
  function turn({ signal, owner, last = false }: RunOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (why: unknown) => {
        queue.delete(place)
        clearTimeout(late)
        signal?.removeEventListener('abort', abort)
        reject(why instanceof Error ? why : refuse(communesErreurs.abandon))
      }
      const abort = () => leave(signal?.reason)
      const late = setTimeout(() => leave(refusal()), patience)
      const place: Waiting = {
        owner,
        last,
        start() {
          queue.delete(place)
          clearTimeout(late)
          signal?.removeEventListener('abort', abort)
          running.push(owner)
          resolve()
        },
      }
      queue.add(place)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  function handOver(): void {
    for (const late of [false, true])
      for (const place of queue) if (place.last === late && mayBegin(place.owner)) place.start()
  }

  return {
    async run(work, { signal, owner, last = false } = {}) {
      signal?.throwIfAborted()
      if (mayBegin(owner)) running.push(owner)
      else {
        const his = [...queue].filter((place) => place.owner === owner).length
        if (queue.size >= most || (each && owner !== undefined && his >= each.waiting)) throw refusal()
        await turn({ signal, owner, last })
      }
      try {
        return await work()
      } finally {
        running.splice(running.indexOf(owner), 1)
        handOver()
      }
    },
    state: () => ({ running: running.length, waiting: queue.size }),
  }
}

const countOf = <T>(all: readonly T[], one: T) => all.filter((other) => other === one).length

const exports = createQueue(SLOW_WORKS.exports, () => {
  const refused = refuse(communesErreurs.documentsOccupes)
  refused.retryAfter = 10
  return refused
})

/**
 * Runs a whole export in a queue, two at once and one for each member, because their rows fill the memory. An abort gives the place up.
 * AppError `documentsOccupes` (503) beyond the bounds of `SLOW_WORKS.exports`.
 */
export const runExport = exports.run
