/**
 * What people write in a cell, as the forms would send it: what cannot be turned goes on as it is, and the contract refuses it
 * with its own sentence.
 */

/** As read from a workbook: a Date is a date cell, at UTC midnight of its day. */
export type Cellule = string | number | boolean | Date | null

export interface CelluleLue {
  /** For the contract: an amount as its digits (« 1234.50 »), a day as YYYY-MM-DD, a text; null for a blank cell. */
  valeur: string | number | null
  /** It was turned into something else than it is. */
  avertissement?: string
  /** What is wrong with the cell itself: the contract is not asked. */
  faute?: string
}

/** What a column holds. */
export type Sorte = 'montant' | 'surface' | 'jour' | 'entier' | 'texte' | 'telephone' | 'liste'

/** @param mots of a column of kind `liste` */
export function lireCellule(sorte: Sorte, cellule: Cellule, mots: readonly string[] = []): CelluleLue {
  void [sorte, mots]
  if (cellule instanceof Date) return { valeur: cellule.toISOString().slice(0, 10) }
  return { valeur: cellule === null ? null : String(cellule) }
}
