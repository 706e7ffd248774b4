import { CENT_POUR_CENT, roundFraction, type Centimes } from '#shared/argent.ts'

/**
 * The TVA inside a sum received, TTC: sum × rate ÷ (100 + rate), half away from zero (comptes-2 D.8). It is taken of the sum of a month, never
 * of a payment; a month of rejections has a negative one. In centimes. @param taux in hundredths of a percent
 */
export function tvaDe(somme: Centimes, taux: number): Centimes {
  const absolute = roundFraction(BigInt(Math.abs(somme)) * BigInt(taux), BigInt(CENT_POUR_CENT + taux), 1)
  return somme < 0 ? -Number(absolute) : Number(absolute)
}

/** The rate of a month: that of before it changed, or that from then on; null where nobody has told it. */
export const tauxDuMois = (
  { taux, depuis, avant }: { taux: number | null; depuis: string; avant: number | null },
  mois: string,
): number | null => (mois >= depuis ? taux : avant)
