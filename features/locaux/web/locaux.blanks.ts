import { BLOC_VIDE } from '#features/blocs/web/blocs.blanks.ts'
import { CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'
import { PAIEMENT_VIDE, RAPPORT_VENTE_VIDE } from '#features/paiements/web/paiements.blanks.ts'
import { VENTE_VIDE } from '#features/ventes/web/ventes.blanks.ts'
import { orNull } from '#web/kit/answers.ts'

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
  stats: { surface: null, montant: null, description: null, estDispo: true, client: orNull(CLIENT_VIDE) },
  bloc: BLOC_VIDE,
} as const
