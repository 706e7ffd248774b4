import { CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'
import { PAIEMENT_VIDE } from '#features/paiements/web/paiements.blanks.ts'
import { orNull } from '#web/kit/answers.ts'

const ECHEANCE_VIDE = {
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
} as const

const EN_TETE_VIDE = {
  dossier: '',
  bien: { id: 0, numero: '', designation: '', lieu: '', residence: '' },
  client: CLIENT_VIDE,
  montant: null,
  totalPaye: null,
  resteAPayer: null,
  pourcentagePaiement: 0,
  reservation_le: '',
  terminee_le: null,
  en_retard: 0,
} as const
export const LIGNE_VIDE = { ...EN_TETE_VIDE, retenue: null, a_rembourser: null } as const
export const DOSSIER_VIDE = {
  ...EN_TETE_VIDE,
  contrat_le: null,
  livraison_le: null,
  livraison_prevue_le: null,
  notaire: null,
  note: null,
  ouverte_le: '',
  exigible: 0,
  prochaine: null,
  echeances: [ECHEANCE_VIDE],
  paiements: [PAIEMENT_VIDE],
  relances: [{ canal: null, jour: '', montant: null, note: null, par: '' }],
  transferts: [{ jour: '', ancien: '', nouveau: '', prix_avant: 0, prix_apres: 0, frais: null, motif: '' }],
  desistement: orNull({ motif: '', note: null, retenue: 0, retenue_pourcent: null, rembourse: 0 }),
  remboursements: [{ numero: '', jour: '', montant: 0, banque: null, reference: null, note: null }],
  principal: { client_id: 0, nomComplet: '', part: 100 },
  acquereurs: [{ client_id: 0, nomComplet: '', part: 0 }],
  autres: [{ id: 0, dossier: '', designation: '' }],
} as const
