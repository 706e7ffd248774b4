import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { type BienDesigne, libelleDuBien, type TypeBien } from '#shared/biens.ts'

/** The bien of a payment and its label; null when the answer has no bien. */
export function bienDuPaiement({ appartement, place_parking, local }: PaiementLu): BienLibelle | null {
  if (appartement) return named('appartement', appartement.id, appartement.numLot)
  if (place_parking) return named('place_parking', place_parking.id, String(place_parking.numero_place))
  return local && named('local', local.id, local.num)
}

type BienLibelle = BienDesigne & { libelle: string }

const named = (type: TypeBien, id: number, numero: string): BienLibelle => ({
  type,
  id,
  libelle: libelleDuBien(type, numero),
})

/** The bien of a payment in a sentence: « l'appartement 302, Bloc C, Résidence El Yasmine ». Null when the answer has no bien. */
export function nomDuBien({ appartement, place_parking, local }: PaiementLu): string | null {
  if (appartement) return phrase(`l'appartement ${appartement.numLot}`, ...lieuDuBloc(appartement.bloc))
  if (place_parking) {
    const { parking_nom, residence } = place_parking.parking
    return phrase(`la place ${place_parking.numero_place}`, parking_nom, residence?.nom)
  }
  return local && phrase(`le local ${local.num}`, ...lieuDuBloc(local.bloc))
}

interface Bloc {
  nomloc: string
  residence?: { nom: string } | undefined
}

export const lieuDuBloc = (bloc: Bloc | undefined): (string | undefined)[] => [
  bloc?.nomloc,
  bloc?.residence?.nom,
]

const phrase = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(', ')

export const CHAMPS_DU_BIEN = ['appartement_id', 'place_parking_id', 'local_id'] as const
export type ChampBien = (typeof CHAMPS_DU_BIEN)[number]
