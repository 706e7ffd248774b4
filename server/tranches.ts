import { setImmediate } from 'node:timers/promises'

const A_LA_FOIS = 1_000

/** Calls `travail` for each item, and yields to the event loop every thousand. Throws once `signal` aborts. */
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

/** Yields the items in batches, after a turn of the event loop each. Throws once `signal` aborts. */
export async function* cut<T>(
  tous: readonly T[],
  signal?: AbortSignal,
  aLaFois = A_LA_FOIS,
): AsyncGenerator<T[]> {
  for (let from = 0; from < tous.length; from += aLaFois) {
    await setImmediate(undefined, signal && { signal })
    yield tous.slice(from, from + aLaFois)
  }
}
