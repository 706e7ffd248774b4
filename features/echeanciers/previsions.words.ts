import type { Jour } from '#shared/dates.ts'

/** A step of the works that is still to come, with its foreseen day, null or blank while none is noted. */
interface Etape {
  nom: string
  prevu_le: Jour | null
}

export const LIVRAISON_DU_BLOC = 'Livraison du bloc'

/**
 * Says of each step that is foreseen before one that it follows: « Gros œuvre achevé est prévu avant Fondations achevées. » (comptes E.2).
 * @param stades the stades that are to come, in the order of the works @param livraison the foreseen day of the delivery, the last step
 */
export function describeOrdre(stades: readonly Etape[], livraison: Etape['prevu_le']): string[] {
  const before = (rang: number, jour: Etape['prevu_le']) =>
    jour ? stades.slice(0, rang).findLast(({ prevu_le }) => prevu_le && prevu_le > jour) : undefined
  const said = stades.flatMap(({ nom, prevu_le }, rang) => {
    const later = before(rang, prevu_le)
    return later ? [`${nom} est prévu avant ${later.nom}.`] : []
  })
  const later = before(stades.length, livraison)
  return later ? [...said, `La livraison du bloc est prévue avant ${later.nom}.`] : said
}
