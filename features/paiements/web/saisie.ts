import type { BienDesigne } from '#shared/biens.ts'

/** What stands in the payment form; at most one of the three biens. */
export interface Saisie extends Record<string, unknown> {
  client_id: number | null
  appartement_id: number | null
  place_parking_id: number | null
  local_id: number | null
  date_paiement: string
  /** Decimal dinars, '' while empty. */
  versement: number | string
  details: string
}

/** The fields of the form that hold a bien, in the order in which they stand. */
export const CHAMPS_DU_BIEN = ['appartement_id', 'place_parking_id', 'local_id'] as const
export type ChampBien = (typeof CHAMPS_DU_BIEN)[number]

export function bienChoisi({
  appartement_id,
  place_parking_id,
  local_id,
}: Pick<Saisie, ChampBien>): BienDesigne | null {
  if (appartement_id !== null) return { type: 'appartement', id: appartement_id }
  if (place_parking_id !== null) return { type: 'place_parking', id: place_parking_id }
  return local_id === null ? null : { type: 'local', id: local_id }
}

export const AUCUN_BIEN = { appartement_id: null, place_parking_id: null, local_id: null }
