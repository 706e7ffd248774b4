import { formatSurface } from '#shared/argent.ts'
import { surfaceTotale } from '#shared/biens.ts'

/** Help under every field of a surface utile (entree.md H.1). */
export const AIDE_SURFACE_UTILE = "Balcons, loggias, séchoir : s'ajoute à l'habitable."

/** Help under every field of the position of a place (entree.md F). */
export const AIDE_POSITION = "Facultatif : près de l'entrée, angle…"

/**
 * Question whether an utile holds the habitable already, and the utile that is meant if so (entree.md D.10). All areas are in hundredths of
 * m². @returns null where nothing is to be asked
 */
export function douteDesSurfaces(
  habitable: number,
  utile: number,
): { phrase: string; difference: number } | null {
  if (habitable <= 0 || utile < habitable) return null
  const total = formatSurface(surfaceTotale({ surfaceHabitable: habitable, surfaceUtile: utile }))
  return {
    phrase: `Total ${total}. Si l'utile comprend déjà l'habitable, saisissez la différence.`,
    difference: utile - habitable,
  }
}
