import type { Centimes } from '#shared/argent.ts'

/**
 * What would remain once `versement` is paid: price − payments of the sale − the entered amount (D3 §5). On an edit the
 * payment's own old amount does not count (Q159). Below 0: the payment is refused (Q154). All in centimes.
 */
export function resteApres(prix: Centimes, dejaPaye: Centimes, versement: Centimes, ancien: Centimes = 0): Centimes {
  return prix - (dejaPaye - ancien) - versement
}

/** "2026-000123": the year it was recorded, in Algiers, and its rank in that year. */
export function numeroRecu(annee: number, numero: number): string {
  return `${annee}-${String(numero).padStart(6, '0')}`
}
