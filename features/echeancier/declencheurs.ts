import type { Declencheur } from '#features/echeancier/echeancier.rules.ts'

/** What makes a line fall due, as it is chosen: in the order of a sale. */
export const NOMS_DES_DECLENCHEURS = {
  reservation: 'À la réservation',
  contrat: 'Au contrat',
  stade: 'À un stade',
  livraison: 'À la livraison',
  date: 'À une date',
} as const satisfies Record<Declencheur, string>

export const LISTE_DES_DECLENCHEURS = Object.entries(NOMS_DES_DECLENCHEURS).map(([value, label]) => ({
  value,
  label,
}))
