import { BLOC_VIDE, ETAGE_VIDE, RESIDENCE_VIDE } from '#features/structure/web/structure.blanks.ts'
import { ACHETEUR_VIDE } from '#features/clients/web/clients.queries.ts'
import { PAIEMENT_VIDE, RAPPORT_VENTE_VIDE } from '#features/paiements/web/paiements.blanks.ts'
import { VENTE_VIDE } from '#features/ventes/web/ventes.blanks.ts'
import { orNull } from '#web/kit/call/answerShapes.ts'

export const APPARTEMENT_VIDE = {
  ...VENTE_VIDE,
  numLot: '',
  typeLogement: '',
  surfaceHabitable: null,
  surfaceUtile: null,
  montant1: null,
  montant2: null,
  plan_pdf: null,
  etage_id: 0,
  etage: { ...ETAGE_VIDE, bloc_id: 0, bloc: BLOC_VIDE },
  bloc: BLOC_VIDE,
  paiements: [PAIEMENT_VIDE],
} as const
export const RAPPORT_APPARTEMENT_VIDE = {
  ...RAPPORT_VENTE_VIDE,
  numLot: '',
  typeLogement: '',
  stats: {
    surfaceHabitable: null,
    surfaceUtile: null,
    superficieTotale: null,
    montant: null,
    montant1: null,
    montant2: null,
    client: orNull(ACHETEUR_VIDE),
  },
  etage: ETAGE_VIDE,
  bloc: { id: 0, nomloc: '' },
  residence: RESIDENCE_VIDE,
} as const

export const LOCAL_VIDE = {
  ...VENTE_VIDE,
  num: '',
  surface: null,
  description: null,
  bloc: BLOC_VIDE,
  paiements: [PAIEMENT_VIDE],
} as const
export const RAPPORT_LOCAL_VIDE = {
  ...RAPPORT_VENTE_VIDE,
  num: '',
  stats: { surface: null, montant: null, description: null, estDispo: true, client: orNull(ACHETEUR_VIDE) },
  bloc: BLOC_VIDE,
} as const

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
