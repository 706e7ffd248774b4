import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { type BienDesigne, GENRES, libelleDuBien, type TypeBien } from '#shared/biens.ts'

/** In a column, where « Appartement » would be all that is read. */
const MOTS: Record<TypeBien, string> = { appartement: 'Lot', local: 'Local', place_parking: 'Place' }

interface BienPaye extends BienDesigne {
  /** « Appartement A-12 ». */
  libelle: string
  /** « Lot A-12 », where there is little room. */
  court: string
}

/** What a payment paid for, and its name. Null when the answer names none. */
export function bienDuPaiement({ appartement, place_parking, local }: PaiementLu): BienPaye | null {
  if (appartement) return named('appartement', appartement.id, appartement.numLot)
  if (place_parking) return named('place_parking', place_parking.id, String(place_parking.numero_place))
  return local && named('local', local.id, local.num)
}

function named(type: TypeBien, id: number, numero: string): BienPaye {
  const libelle = libelleDuBien(type, numero)
  return { type, id, libelle, court: libelle.replace(GENRES[type].nom, MOTS[type]) }
}

/**
 * What a payment is for, in a sentence: « le lot 302, Bloc C, Résidence El Yasmine », « la place 41, Parking Nord », « le
 * local L-7 ». Where it is is said as far as the answer says it. Null when the answer names no bien.
 */
export function nomDuBien({ appartement, place_parking, local }: PaiementLu): string | null {
  if (appartement) return phrase(`le lot ${appartement.numLot}`, ...lieuDuBloc(appartement.bloc))
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

/** The bloc, then the residence; what the answer does not say is left out. */
export const lieuDuBloc = (bloc: Bloc | undefined): (string | undefined)[] => [
  bloc?.nomloc,
  bloc?.residence?.nom,
]

const phrase = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(', ')

/** The fields of the form that hold a bien, in the order in which they stand. */
export const CHAMPS_DU_BIEN = ['appartement_id', 'place_parking_id', 'local_id'] as const
export type ChampBien = (typeof CHAMPS_DU_BIEN)[number]
