import { AppError } from '#server/http/errors.ts'

/** Works of one kind, so many at a time; the next ones wait in the order they came. */
export interface Queue {
  /**
   * Does the work in its turn.
   * @param signal gives the place in the queue up, no work under way; the run then rejects with its reason
   * @throws what `refusal` makes, when too many wait
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** How many are under way at this moment, and how many wait. */
  state(): { running: number; waiting: number }
}

interface QueueOptions {
  concurrency: number
  waiting: number
  refusal: () => AppError
}

export function createQueue({ concurrency, waiting, refusal }: QueueOptions): Queue {
  let running = 0
  const queue = new Set<() => void>()

  /** Waits for a place, handed over by whoever leaves one; whoever gives up waiting makes room in the queue. */
  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(start)
        reject(signal?.reason instanceof Error ? signal.reason : new AppError('abandon'))
      }
      const start = () => {
        queue.delete(start)
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      queue.add(start)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async run(work, signal) {
      signal?.throwIfAborted()
      if (running >= concurrency) {
        if (queue.size >= waiting) throw refusal()
        await turn(signal)
      } else running++
      try {
        return await work()
      } finally {
        const [next] = queue
        if (next) next()
        else running--
      }
    },
    state: () => ({ running, waiting: queue.size }),
  }
}
