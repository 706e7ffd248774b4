import { useMemo } from 'react'
import { normaliser } from '#shared/texte.ts'

/**
 * The rows of the loaded page whose texts contain the search, whatever the case and the accents (Q43, Q44).
 * `texts` gives what is searched in a row; keep it outside the component.
 */
export function useClientFilter<T>(
  rows: readonly T[],
  search: string,
  texts: (row: T) => readonly (string | null | undefined)[],
): readonly T[] {
  return useMemo(() => {
    const wanted = normaliser(search)
    return wanted
      ? rows.filter((row) => texts(row).some((text) => text && normaliser(text).includes(wanted)))
      : rows
  }, [rows, search, texts])
}
