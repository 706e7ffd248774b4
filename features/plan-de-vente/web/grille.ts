import type { EtatDuPlan } from '#features/plan-de-vente/plan-de-vente.codes.ts'
import { ETATS_DITS } from '#features/plan-de-vente/plan-de-vente.words.ts'

/** How a cell is drawn: as a lot stands, or « nouveau », one that is only to be made. */
export type EtatDeCellule = EtatDuPlan | 'nouveau'

/** The word and the mark of a cell. */
export const MOTS: Record<EtatDeCellule, { mot: string; court: string; marque: string }> = {
  ...ETATS_DITS,
  // Where all are new the word would only cut their numbers.
  nouveau: { mot: 'Nouveau', court: '', marque: '+' },
}

/** A lot as a grid draws it; every text as it is shown. */
export interface Cellule {
  /** Its own in the whole grid: what is told when it is opened, and what keeps its place when the rows are read again. */
  cle: string
  /** « A101 », cut with « … » where it is too long. */
  numero: string
  /** « F3 · 97,75 m² ». */
  precision: string
  /** « 11 730 000 DA »; null shows none. */
  prix: string | null
  etat: EtatDeCellule
  /** Read aloud in the place of what is drawn: « Lot A101, F3, 97,75 m², 11 730 000,00 DA, libre ». */
  nom: string
  /** Outside what is looked for: drawn pale, without its price. */
  pale?: boolean
  /** It stands in the way: outlined, and « existe déjà » in the place of what it is. */
  collision?: string
}

/** One line of a grid: an étage, the locaux, ten places. */
export interface Rangee {
  cle: string
  /** « 2e étage », « Locaux », « 1–10 »: its first column, which stays in sight. */
  titre: string
  cellules: readonly Cellule[]
}

/** How large cells are drawn: number and mark alone; all three lines; the same, larger. */
export const TAILLES = ['compact', 'normal', 'grand'] as const
export type Taille = (typeof TAILLES)[number]
