import { formatMontant, type Centimes } from '#shared/argent.ts'

export const TVA = 'TVA'
export const TITRE_DE_LA_TVA = 'État mensuel de la TVA sur encaissements'
export const TAUX_MANQUE = 'Taux non renseigné'

/** Returns the sentence that sums paid before Diyar stand in no declaration. @param reprises in centimes */
export const phraseDesReprises = (reprises: Centimes): string =>
  `Reprises, hors déclaration : ${formatMontant(reprises)}.`
