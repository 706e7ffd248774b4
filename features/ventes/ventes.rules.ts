import { CENT_POUR_CENT, part, pourcentage, type Centimes } from '#shared/argent.ts'

/**
 * Derives the remainder of a sale (centimes, never below 0) and the share paid (percent, 0 to 100, two decimals; 100 only when nothing
 * remains, 0 only when nothing is paid) (D2 §3, Q132).
 */
export function progression(
  prix: Centimes,
  paye: Centimes,
): { resteAPayer: Centimes; pourcentagePaiement: number } {
  return { resteAPayer: Math.max(prix - paye, 0), pourcentagePaiement: pourcentage(paye, prix) }
}

/** Share of a price that is paid, in hundredths of a percent, cut: a share just below a limit never reads as the limit. */
export const partPayee = (paye: Centimes, prix: Centimes): number =>
  prix === 0 ? CENT_POUR_CENT : part(CENT_POUR_CENT, paye, prix)

/** {@link progression} with its percent cut, for screens and papers that must agree with what a cession asks. */
export const avancement: typeof progression = (prix, paye) => ({
  ...progression(prix, paye),
  pourcentagePaiement: prix > 0 ? Math.min(partPayee(paye, prix), CENT_POUR_CENT) / 100 : 0,
})

/** Price per m² in centimes, rounded, from a price in centimes and an area in hundredths of m²; null without an area. */
export function prixAuMetreCarre(prix: Centimes, surface: number): Centimes | null {
  return surface > 0 ? Math.round((prix * 100) / surface) : null
}
