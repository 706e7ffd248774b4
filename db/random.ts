/** Chance that can be had again: the demo's, so that the same day gives the same portfolio, and the tests'. */

export type Random = () => number
/** Mulberry32: small, seeded, the same everywhere. */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const between = (random: Random, from: number, to: number) =>
  from + Math.floor(random() * (to - from + 1))
/** One of them, or nothing where there are none. */
export const oneOf = <T>(random: Random, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)]
/** @throws RangeError where there are none */
export function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = oneOf(random, from)
  if (chosen === undefined) throw new RangeError('nothing to pick from')
  return chosen
}
export const some = <T>(from: T[], part: number, random: Random) => from.filter(() => random() < part)
export const repeat = <T>(times: number, make: (index: number) => T) =>
  Array.from({ length: times }, (_, index) => make(index))

export const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
