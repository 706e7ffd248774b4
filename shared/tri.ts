/** The order a list is asked for: by which of its keys, upwards unless told. */
export interface Tri<K extends string = string> {
  cle: K
  descendant: boolean
}

/** `numLot`, or `-numLot` downwards, out of an address or a query. What is none of the keys reads as absent: the list's own order. */
export function readTri<K extends string>(valeur: unknown, cles: readonly K[]): Tri<K> | undefined {
  if (typeof valeur !== 'string') return undefined
  const descendant = valeur.startsWith('-')
  const cle = cles.find((connue) => connue === (descendant ? valeur.slice(1) : valeur))
  return cle && { cle, descendant }
}

/** The order as {@link readTri} reads it. */
export function writeTri(tri: Tri): string
export function writeTri(tri: Tri | undefined): string | undefined
export function writeTri(tri: Tri | undefined): string | undefined {
  return tri && `${tri.descendant ? '-' : ''}${tri.cle}`
}
