import { pageOf } from '#web/kit/answers.ts'

export const LIGNE_VIDE = { designation: '', prix_unitaire: null, quantite: 0, montant: null } as const
export const BON_VIDE = {
  reference: '',
  date_bon: '',
  total_montant: null,
  lignes: pageOf(LIGNE_VIDE),
} as const
export const CATEGORIE_VIDE = { nom: '', total_montant: null, bons: pageOf(BON_VIDE) } as const
