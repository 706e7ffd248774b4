import { AppError } from '#server/http/errors.ts'

const AT_ONCE = 2
const WAITING = 8

let running = 0
const queue: (() => void)[] = []

/**
 * Runs a whole export (its query and its document, PDF or Excel) when fewer than two others run: their rows are what fills the memory.
 * The next ones wait in order; beyond eight, AppError `documentsOccupes` (503). An abort while waiting gives the place up.
 */
export async function runExport<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted()
  if (running >= AT_ONCE) await turn(signal)
  else running += 1
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
}

/** Waits until an export that ends hands its place over. */
function turn(signal?: AbortSignal): Promise<void> {
  if (queue.length >= WAITING) {
    const error = new AppError('documentsOccupes')
    error.retryAfter = 10
    throw error
  }
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      queue.splice(queue.indexOf(enter), 1)
      reject(signal?.reason)
    }
    queue.push(enter)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
