import { ACHETEUR_VIDE } from '#features/clients/web/clients.queries.ts'
import { RESIDENCE_VIDE } from '#features/structure/web/structure.blanks.ts'
import { orNull } from '#web/kit/call/answerShapes.ts'

export const SUIVI_VIDE = {
  vente_id: null,
  dossier: null,
  etat_bien: 'libre',
  option: orNull({ id: 0, client_id: null, nom: '', tel: null, expire_le: '' }),
  bloque_motif: null,
} as const

export const VENTE_VIDE = {
  montant: null,
  client_id: null,
  client: orNull(ACHETEUR_VIDE),
  estDispo: true,
  resteAPayer: null,
  pourcentagePaiement: 0,
  ...SUIVI_VIDE,
} as const
const POSSEDE_VIDE = {
  id: 0,
  montant: null,
  totalPaye: null,
  resteAPayer: null,
  pourcentagePaiement: 0,
  vente_id: 0,
  dossier: '',
  en_retard: 0,
  sans_echeancier: false,
} as const
export const BIENS_DU_CLIENT_VIDES = {
  paiements: 0,
  dossiersClos: [{ dossier: '', designation: '', jour: '', totalPaye: null, a_rembourser: null }],
  appartements: [
    {
      ...POSSEDE_VIDE,
      numLot: '',
      typeLogement: '',
      surfaceHabitable: null,
      surfaceUtile: null,
      etage: { bloc: { nomloc: '', residence: RESIDENCE_VIDE } },
    },
  ],
  places: [
    {
      ...POSSEDE_VIDE,
      numero_place: 0,
      type_place: null,
      parking: { parking_nom: '', residence: RESIDENCE_VIDE },
    },
  ],
  locaux: [{ ...POSSEDE_VIDE, num: '', surface: null, bloc: { nomloc: '', residence: RESIDENCE_VIDE } }],
} as const
