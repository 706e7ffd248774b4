export const BANQUE = 'Banque'
export const VU = 'Vu sur le relevé'
export const NON_VUS = 'Non vus de tous les mois'
export const SANS_COMPTE_MOT = 'Sans compte'
