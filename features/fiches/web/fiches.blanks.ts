import { FICHE_CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'

const VENTE_VIDE = {
  id: 0,
  dossier: '',
  bien: '',
  lieu: '',
  residence: '',
  part: 0,
  avec: null,
  terminee: false,
  etat: 'ouverte',
  montant: 0,
  totalPaye: 0,
  resteAPayer: 0,
  pourcentagePaiement: 0,
} as const

export const FICHE_VIDE = {
  ...FICHE_CLIENT_VIDE,
  version: 1,
  nom_ar: null,
  tel2: null,
  naissance_le: null,
  naissance_lieu: null,
  profession: null,
  situation: null,
  nin: null,
  piece_type: null,
  piece_numero: null,
  piece_delivree_le: null,
  piece_lieu: null,
  ventes: [VENTE_VIDE],
  lien: null,
} as const
