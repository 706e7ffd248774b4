/** Seeded random numbers for the demo and the tests: the same seed gives the same data. */

export type Random = () => number
/** The Mulberry32 generator: numbers from 0 to 1, the same on every machine. */
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
export const oneOf = <T>(random: Random, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)]
/** @throws RangeError for an empty array */
export function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = oneOf(random, from)
  if (chosen === undefined) throw new RangeError('nothing to pick from')
  return chosen
}
export const some = <T>(from: T[], part: number, random: Random) => from.filter(() => random() < part)
export const repeat = <T>(times: number, make: (index: number) => T) =>
  Array.from({ length: times }, (_, index) => make(index))

export const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
