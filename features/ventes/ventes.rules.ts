import { pourcentage, type Centimes } from '#shared/argent.ts'

/**
 * Where a sale stands: what remains (centimes, never below 0) and what share is paid (percent, 0 to 100, two decimals,
 * 100 only when nothing remains, 0 only when nothing is paid). The one place that derives them (D2 §3, Q132).
 */
export function progression(
  prix: Centimes,
  paye: Centimes,
): { resteAPayer: Centimes; pourcentagePaiement: number } {
  return { resteAPayer: Math.max(prix - paye, 0), pourcentagePaiement: pourcentage(paye, prix) }
}

/** Price per m² in centimes, rounded, from a price in centimes and an area in hundredths of m²; null without an area. */
export function prixAuMetreCarre(prix: Centimes, surface: number): Centimes | null {
  return surface > 0 ? Math.round((prix * 100) / surface) : null
}
