import { normaliser } from '#shared/texte.ts'

const TOTAL = /^(?:(?:sous[ -]?|s ?[/.]? ?)?tota(?:l|ux)|montant total|σ|∑|(?:ال)?مجموع)(?![\p{L}\p{N}])/u

/** True for the text that begins a line of totals: « TOTAL », « Sous-total », « S/Total », « Σ », « Montant total », « المجموع ». */
export const beginsTotal = (texte: string): boolean => TOTAL.test(normaliser(texte))
