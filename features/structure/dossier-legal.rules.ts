import { structureErreurs } from '#features/structure/structure.erreurs.ts'
import { daysBetween, type Jour } from '#shared/dates.ts'
import { refusalOn, type Refusal } from '#shared/erreurs.ts'

export const ETATS_DE_GARANTIE = ['en_cours', 'expiree', 'absente'] as const
type EtatDeGarantie = (typeof ETATS_DE_GARANTIE)[number]

/** Guarantee of a bloc: its number and the days between which it holds, null where nothing is kept. */
interface Garantie {
  garantie_numero: string | null
  garantie_le: Jour | null
  garantie_au: Jour | null
}

/** State of a guarantee on a day; its last day counts, and one without a last day goes on. */
export function etatDeLaGarantie(
  { garantie_numero, garantie_au }: Pick<Garantie, 'garantie_numero' | 'garantie_au'>,
  today: Jour,
): EtatDeGarantie {
  if (garantie_numero === null) return 'absente'
  return garantie_au !== null && garantie_au < today ? 'expiree' : 'en_cours'
}

/** Days that a guarantee in progress still has after this one; null without a last day. */
export const joursDeGarantie = ({ garantie_au }: Pick<Garantie, 'garantie_au'>, today: Jour): number | null =>
  garantie_au === null ? null : daysBetween(today, garantie_au)

/** Refuses a guarantee without its number or its day, or one that ends before it begins. */
export function refusDeLaGarantie({ garantie_numero, garantie_le, garantie_au }: Garantie): Refusal | null {
  if (garantie_numero !== null && garantie_le === null)
    return refusalOn('garantie_le', structureErreurs.garantieSansDate)
  if (garantie_numero === null && garantie_le !== null)
    return refusalOn('garantie_numero', structureErreurs.garantieSansNumero)
  if (garantie_le !== null && garantie_au !== null && garantie_au < garantie_le)
    return refusalOn('garantie_au', structureErreurs.garantieRenversee, { jour: garantie_le })
  return null
}
