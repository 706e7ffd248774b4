import { orNull } from '#web/kit/answers.ts'

const VERSEMENT = {
  client: null,
  bien: null,
  residence: null,
  mode: null,
  banque: null,
  reference: null,
  lieu: orNull({}),
} as const

export const RECU_VIDE = {
  ...VERSEMENT,
  recu: '',
  etat: 'absent',
  paiement_id: null,
  date_paiement: null,
  enregistre_le: null,
  versement: null,
  annule_le: null,
  annule_par: null,
  motif_rejet: null,
} as const

export const LIGNE_VIDE = {
  ...VERSEMENT,
  heure: '',
  recu: '',
  paiement_id: null,
  date_paiement: null,
  versement: 0,
  membre: '',
  etat: 'valide',
  corrige: false,
} as const
