import { CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'
import { LOT_VIDE, OCCUPATION_VIDE, RESIDENCE_VIDE } from '#features/residences/web/residences.blanks.ts'
import { orNull } from '#web/kit/answers.ts'

/** An étage as far as it is named. */
const ETAGE = { id: 0, designation: '' } as const

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
  etages: [{ ...ETAGE, appartements: [{ ...LOT_VIDE, client: orNull(CLIENT_VIDE) }] }],
  clients: [{ ...CLIENT_VIDE, appartement: { ...LOT_VIDE, etage: ETAGE } }],
} as const
