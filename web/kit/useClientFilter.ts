import { useMemo } from 'react'
import { filterByRecherche } from '#shared/texte.ts'

/**
 * The rows of the loaded page that the search finds (Q43, Q44): each of its words, in any order, or a phone in any spelling.
 * `texts` gives what is searched in a row; keep it outside the component.
 */
export function useClientFilter<T>(
  rows: readonly T[],
  search: string,
  texts: (row: T) => readonly (string | null | undefined)[],
): readonly T[] {
  return useMemo(() => filterByRecherche(rows, search, texts), [rows, search, texts])
}
