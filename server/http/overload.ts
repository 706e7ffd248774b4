import { AppError } from '#server/http/errors.ts'

/** Works under way at once; ten connections to the database serve them, so more would only wait longer. */
const MOST = 128

/** The refusal of work that would have to wait too long: 503, Retry-After. */
export function overloadError(): AppError {
  const refused = new AppError('indisponible')
  refused.retryAfter = 1
  return refused
}

/** A bound on the work under way. It counts promises, not requests: a work takes its slot until it ends, also when its visitor has left. */
export interface Slots {
  /**
   * Does the work of a call, unless too many are under way. What waits for the visitor is no work: neither his body nor his reading of the answer.
   * @throws indisponible (503, Retry-After) at once, rather than let everybody wait
   */
  take<T>(work: () => Promise<T>): Promise<T>
  taken(): number
}

export function createSlots(most: number = MOST): Slots {
  let taken = 0
  return {
    async take(work) {
      if (taken >= most) throw overloadError()
      taken++
      try {
        return await work()
      } finally {
        taken--
      }
    },
    taken: () => taken,
  }
}

/**
 * Tells of what keeps happening: of the first time at once, then with the next one after each `every` ms how often it was. A flood of
 * refused calls must not fill the log.
 */
export function atMostEvery(tell: (times: number) => void, every: number = 60_000): () => void {
  let times = 0
  let toldAt = -Infinity
  return () => {
    times++
    if (performance.now() - toldAt < every) return
    tell(times)
    times = 0
    toldAt = performance.now()
  }
}
