import { pourcentage, type Centimes } from '#shared/argent.ts'

/** The three kinds of bien, as the data names them (Q165). */
export type TypeBien = 'appartement' | 'local' | 'place_parking'

/**
 * Where a sale stands: what remains (centimes, never below 0) and what share is paid (percent, 0 to 100, two decimals,
 * 100 only when nothing remains). The one place that derives them (D2 §3, Q132).
 */
export function progression(prix: Centimes, paye: Centimes): { resteAPayer: Centimes; pourcentagePaiement: number } {
  return { resteAPayer: Math.max(prix - paye, 0), pourcentagePaiement: pourcentage(paye, prix) }
}

/** Address of the payment detail of a client for one bien; segments before its own hold a 0 (Q152). */
export function adressePaiements(clientId: number, type: TypeBien, bienId: number): string {
  const avant = { appartement: '', place_parking: '0/', local: '0/0/' }
  return `/clients/${clientId}/paiements/${avant[type]}${bienId}`
}
