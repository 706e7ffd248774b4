import { CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'

export const PAIEMENT_VIDE = {
  client: CLIENT_VIDE,
  date_paiement: '',
  details: null,
  versement: null,
  solde: null,
  prix: null,
  recu: '',
  rectifie_le: null,
  vente_terminee: false,
} as const
export const RAPPORT_VENTE_VIDE = {
  pourcentagePaiement: 0,
  totalPayments: null,
  resteAPayer: null,
  paiements: [PAIEMENT_VIDE],
  historique: [{ client: CLIENT_VIDE, montant: null, totalPaye: null, nombrePaiements: 0 }],
} as const
