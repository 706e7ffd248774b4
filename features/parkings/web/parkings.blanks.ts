import { RESIDENCE_VIDE } from '#features/residences/web/residences.blanks.ts'
import { VENTE_VIDE } from '#features/ventes/web/ventes.blanks.ts'

export const PLACE_VIDE = {
  ...VENTE_VIDE,
  numero_place: 0,
  type_place: '',
  position: null,
  superficie: null,
  parking: { id: 0, parking_nom: '', residence_id: 0, residence: RESIDENCE_VIDE },
} as const
export const PARKING_VIDE = {
  parking_nom: '',
  residence: RESIDENCE_VIDE,
  nb_places: 0,
  places_count: 0,
  occupied_places: 0,
} as const
