import { setImmediate } from 'node:timers/promises'

/** So many at a time; then whoever else waits has his turn. */
const A_LA_FOIS = 1_000

/** Does something with each, gives the event loop back every thousand, and stops when it is given up. */
export async function parTranches<T>(
  tous: readonly T[],
  signal: AbortSignal,
  travail: (un: T, at: number) => void,
): Promise<void> {
  for (const [at, un] of tous.entries()) {
    travail(un, at)
    if ((at + 1) % A_LA_FOIS === 0) await setImmediate(undefined, { signal })
  }
}

/** All of them, so many at a time; between two the event loop has its turn, and the work is given up if it is to be. */
export async function* couper<T>(
  tous: readonly T[],
  signal?: AbortSignal,
  aLaFois = A_LA_FOIS,
): AsyncGenerator<T[]> {
  for (let from = 0; from < tous.length; from += aLaFois) {
    await setImmediate(undefined, signal && { signal })
    yield tous.slice(from, from + aLaFois)
  }
}
