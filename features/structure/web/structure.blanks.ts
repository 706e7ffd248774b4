import { ACHETEUR_VIDE } from '#features/clients/web/clients.queries.ts'
import { orNull } from '#web/kit/call/answerShapes.ts'

export const ETAGE_VIDE = { id: 0, designation: '' } as const

export const RESIDENCE_VIDE = { id: 0, nom: '' } as const
const OCCUPATION_VIDE = {
  appartementCount: 0,
  occupiedCount: 0,
  availableCount: 0,
  tauxOccupation: 0,
  typeDistribution: {},
  typeOccupation: {},
} as const
const LOT_VIDE = { id: 0, numLot: '', typeLogement: '', vente_id: null } as const
export const FICHE_RESIDENCE_VIDE = {
  nom: '',
  adresse: '',
  plan_pdf: null,
  est_saturee: false,
  taux_occupation: 0,
  blocs_count: 0,
  etages_count: 0,
  appartements_count: 0,
  occupied_count: 0,
  locaux_count: 0,
  parkings_count: 0,
} as const
export const RAPPORT_RESIDENCE_VIDE = {
  nom: '',
  adresse: '',
  stats: { ...OCCUPATION_VIDE, blocCount: 0, etageCount: 0 },
  blocs: [{ id: 0, nomloc: '', description: '', etages_count: 0, appartements_count: 0, tauxOccupation: 0 }],
  clients: [
    { ...ACHETEUR_VIDE, appartement: { ...LOT_VIDE, bloc: { id: 0, nomloc: '' }, etage: ETAGE_VIDE } },
  ],
} as const
export const TOTAUX_RESIDENCE_VIDES = {
  appartements_total: null,
  places_parking_total: null,
  locaux_total: null,
} as const

export const BLOC_VIDE = { id: 0, nomloc: '', residence_id: 0, residence: RESIDENCE_VIDE } as const
export const RESUME_BLOC_VIDE = { ...BLOC_VIDE, description: '' } as const
export const FICHE_BLOC_VIDE = {
  ...RESUME_BLOC_VIDE,
  etages_count: 0,
  locaux_count: 0,
  appartementCount: 0,
  availableCount: 0,
  occupiedCount: 0,
  tauxOccupation: 0,
  stade: null,
} as const
export const RAPPORT_BLOC_VIDE = {
  nomloc: '',
  residence: RESIDENCE_VIDE,
  stade: null,
  stats: { ...OCCUPATION_VIDE, etageCount: 0 },
  etages: [{ ...ETAGE_VIDE, appartements: [{ ...LOT_VIDE, client: orNull(ACHETEUR_VIDE) }] }],
  clients: [{ ...ACHETEUR_VIDE, appartement: { ...LOT_VIDE, etage: ETAGE_VIDE } }],
} as const

export const RESUME_ETAGE_VIDE = {
  ...ETAGE_VIDE,
  niveau: 0,
  logement_par_palier: 0,
  bloc_id: 0,
  bloc: BLOC_VIDE,
} as const
export const FICHE_ETAGE_VIDE = {
  ...RESUME_ETAGE_VIDE,
  logements_count: 0,
  occupied_logements_count: 0,
} as const
export const RAPPORT_ETAGE_VIDE = {
  designation: '',
  bloc: BLOC_VIDE,
  stats: OCCUPATION_VIDE,
  appartements: [{ ...LOT_VIDE, bloc: { id: 0, nomloc: '' }, client: orNull(ACHETEUR_VIDE) }],
} as const
