import { BLOC_VIDE } from '#features/blocs/web/blocs.blanks.ts'
import { CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'
import { LOT_VIDE, OCCUPATION_VIDE } from '#features/residences/web/residences.blanks.ts'
import { orNull } from '#web/kit/answers.ts'

export const ETAGE_VIDE = { id: 0, designation: '' } as const
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
  appartements: [{ ...LOT_VIDE, bloc: { id: 0, nomloc: '' }, client: orNull(CLIENT_VIDE) }],
} as const
