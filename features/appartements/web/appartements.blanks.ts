import { BLOC_VIDE } from '#features/blocs/web/blocs.blanks.ts'
import { CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'
import { ETAGE_VIDE } from '#features/etages/web/etages.blanks.ts'
import { PAIEMENT_VIDE, RAPPORT_VENTE_VIDE } from '#features/paiements/web/paiements.blanks.ts'
import { RESIDENCE_VIDE } from '#features/residences/web/residences.blanks.ts'
import { VENTE_VIDE } from '#features/ventes/web/ventes.blanks.ts'
import { orNull } from '#web/kit/answers.ts'

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
    client: orNull(CLIENT_VIDE),
  },
  etage: ETAGE_VIDE,
  bloc: { id: 0, nomloc: '' },
  residence: RESIDENCE_VIDE,
} as const
