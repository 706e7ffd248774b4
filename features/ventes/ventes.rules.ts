import { CENT_POUR_CENT, part, toDecimal, type Centimes } from '#shared/argent.ts'

/**
 * Share of an amount that is paid, in hundredths of a percent, 0 to 10 000; 0 when nothing is to be paid. It is cut: a share just below a
 * limit never reads as the limit (D2 §3, Q132).
 */
export const partPayee = (paye: Centimes, montant: Centimes): number =>
  montant > 0 ? Math.min(part(CENT_POUR_CENT, paye, montant), CENT_POUR_CENT) : 0

/** Returns the remainder of a price, in centimes, never below 0, and {@link partPayee} in percent, as every surface tells them of a sale (Q132). */
export const avancement = (
  prix: Centimes,
  paye: Centimes,
): { resteAPayer: Centimes; pourcentagePaiement: number } => ({
  resteAPayer: Math.max(prix - paye, 0),
  pourcentagePaiement: toDecimal(partPayee(paye, prix)),
})

/** Price per m² in centimes, rounded, from a price in centimes and an area in hundredths of m²; null without an area. */
export function prixAuMetreCarre(prix: Centimes, surface: number): Centimes | null {
  return surface > 0 ? Math.round((prix * 100) / surface) : null
}
