import { CLIENT_VIDE } from '#features/clients/web/clients.queries.ts'
import { SUIVI_VIDE } from '#features/ventes/web/ventes.blanks.ts'

export const PAIEMENT_VIDE = {
  client: CLIENT_VIDE,
  date_paiement: '',
  details: null,
  versement: null,
  solde: null,
  prix: null,
  recu: '',
  code: '',
  rectifie_le: null,
  mode: null,
  banque: null,
  reference: null,
  date_cheque: null,
  payeur_type: null,
  payeur: null,
  justificatif: null,
  etat: null,
  remise: null,
  encaisse_le: null,
  rejete_le: null,
  motif_rejet: null,
  frais_rejet: null,
  represente: null,
  represente_par: null,
  detenteur: null,
  vente_id: 0,
  dossier: '',
  vente_terminee: false,
} as const
export const RAPPORT_VENTE_VIDE = {
  pourcentagePaiement: 0,
  totalPayments: null,
  resteAPayer: null,
  paiements: [PAIEMENT_VIDE],
  vente_id: null,
  dossier: null,
  etat_bien: SUIVI_VIDE.etat_bien,
  option: SUIVI_VIDE.option,
  historique: [
    {
      client: CLIENT_VIDE,
      montant: null,
      totalPaye: null,
      nombrePaiements: 0,
      dossier: '',
      etat: 'retrait',
      retenue: null,
      rembourse: null,
    },
  ],
} as const

/** Texts for missing fields. They can be words, because this answer is only displayed. */
export const GROUPE_VIDE = {
  id: 0,
  client: { id: 0, nomComplet: 'Non spécifié', tel: 'N/A', email: 'N/A' },
  biens: [
    {
      id: 0,
      type: 'appartement',
      nlot: 'Non spécifié',
      residence: 'Sans résidence',
      code: 'N/A',
      surface: null,
      montant: null,
      reglement: null,
      resteAPayer: null,
      pourcentagePaiement: 0,
      vente_id: 0,
      dossier: '',
    },
  ],
} as const
