/** Order of a list: a key, ascending by default. */
export interface Tri<K extends string = string> {
  cle: K
  descendant: boolean
}

/**
 * Reads an order from an address or a query: `numLot` ascends, `-numLot` descends. An unknown key counts as absent; the list keeps its own
 * order.
 */
export function readTri<K extends string>(valeur: unknown, cles: readonly K[]): Tri<K> | undefined {
  if (typeof valeur !== 'string') return undefined
  const descendant = valeur.startsWith('-')
  const cle = cles.find((connue) => connue === (descendant ? valeur.slice(1) : valeur))
  return cle && { cle, descendant }
}

/** Writes an order as {@link readTri} reads it. */
export function writeTri(tri: Tri): string
export function writeTri(tri: Tri | undefined): string | undefined
export function writeTri(tri: Tri | undefined): string | undefined {
  return tri && `${tri.descendant ? '-' : ''}${tri.cle}`
}
