/** How far a voucher is paid, by code, with its word. */
export const ETATS_BON = {
  non_regle: 'Non réglé',
  partiel: 'Réglé en partie',
  regle: 'Réglé',
} as const
export type EtatBon = keyof typeof ETATS_BON
export const CODES_ETAT_BON = Object.keys(ETATS_BON) as [EtatBon, ...EtatBon[]]
