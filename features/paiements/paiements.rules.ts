import type { Centimes } from '#shared/argent.ts'
import { readGenre } from '#shared/texte.ts'

/**
 * What would remain once `versement` is paid: price − payments of the sale − the entered amount (D3 §5). On an edit the
 * payment's own old amount does not count (Q159). Below 0: the payment is refused (Q154). All in centimes.
 */
export function resteApres(
  prix: Centimes,
  dejaPaye: Centimes,
  versement: Centimes,
  ancien: Centimes = 0,
): Centimes {
  return prix - (dejaPaye - ancien) - versement
}

/**
 * What a search says of a receipt: « 2026-000123 », « 2026-123 », « reçu n° 123 » of any year; null when it names none.
 * A number without a year or « reçu » is a lot's, a place's or a phone.
 */
export function lireRecu(recherche: string): { annee: number | null; numero: number } | null {
  const { genre, reste } = readGenre(recherche)
  const lu = /^(?:(\d{4})(?:-| ))?0*([1-9]\d{0,8})$/.exec(reste)
  if (!lu || (genre !== 'recu' && (genre !== null || !reste.includes('-')))) return null
  const [, annee, numero = ''] = lu
  return { annee: annee === undefined ? null : Number(annee), numero: Number(numero) }
}
