import { CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'

/** An étage as far as it is named. */
const ETAGE = { id: 0, designation: '' } as const

export const RESIDENCE_VIDE = { id: 0, nom: '' } as const
/** What a report counts. */
export const OCCUPATION_VIDE = {
  appartementCount: 0,
  occupiedCount: 0,
  availableCount: 0,
  tauxOccupation: 0,
  typeDistribution: {},
  typeOccupation: {},
} as const
/** A lot as a report lists it. */
export const LOT_VIDE = { id: 0, numLot: '', typeLogement: '' } as const
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
  clients: [{ ...CLIENT_VIDE, appartement: { ...LOT_VIDE, bloc: { id: 0, nomloc: '' }, etage: ETAGE } }],
} as const
export const TOTAUX_RESIDENCE_VIDES = {
  appartements_total: null,
  places_parking_total: null,
  locaux_total: null,
} as const
