import { formatCompte } from '#shared/texte.ts'

export const FAITES_DES_PIECES =
  "Rien n'est enregistré ici : ces lignes sont faites des reçus, remises, bons et règlements."

export const phraseAAffecter = (lignes: number): string =>
  `${formatCompte(lignes, 'ligne')} à affecter : complétez Paramètres, Écritures.`
