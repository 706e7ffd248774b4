import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { type BienDesigne, libelleDuBien } from '#shared/biens.ts'

/** What a payment paid for, and its name: « Appartement A-12 ». Null when the answer names none. */
export function bienDuPaiement({
  appartement,
  place_parking,
  local,
}: PaiementLu): (BienDesigne & { libelle: string }) | null {
  if (appartement) return named('appartement', appartement.id, appartement.numLot)
  if (place_parking) return named('place_parking', place_parking.id, String(place_parking.numero_place))
  return local && named('local', local.id, local.num)
}

const named = (type: BienDesigne['type'], id: number, numero: string) => ({
  type,
  id,
  libelle: libelleDuBien(type, numero),
})
