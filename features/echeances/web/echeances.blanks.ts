import { CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'

export const LIGNE_VIDE = {
  rang: 0,
  libelle: '',
  montant: 0,
  couvert: 0,
  reste: 0,
  part: 0,
  stade: null,
  date_prevue: null,
  exigible_le: null,
  jours_retard: 0,
  etat: 'a_venir',
  vente_id: 0,
  dossier: '',
  client: CLIENT_VIDE,
  bien: { id: 0, numero: '', designation: '', lieu: '', residence: '' },
  derniere_relance: null,
  relance_aujourdhui: false,
  dossier_en_retard: 0,
} as const
