/**
 * What a cell is read as (features/imports/cellules.ts): montant in dinars, surface in m², jour 'YYYY-MM-DD', entier a whole number,
 * telephone digits as they are written, liste one of the words of the column, texte anything else.
 */
export type Sorte = 'texte' | 'telephone' | 'montant' | 'surface' | 'jour' | 'entier' | 'liste'

export interface Colonne<C extends string = string> {
  /** The field of the contract it fills, or what the line is found by. */
  champ: C
  /** The header, without the star of what is required. */
  titre: string
  sorte: Sorte
  requis: boolean
  /** What is written there, on the sheet Aide and in the note of the header. */
  aide: string
  /** As the cell holds it: dinars, m², a day. */
  exemple: string | number | null
  /** The words of a `liste`. */
  mots: readonly string[] | null
  /** The sheet whose names the model offers, as a hint. */
  liste: 'residences' | 'blocs' | 'etages' | 'parkings' | 'clients' | null
  /** The least whole number the model accepts. */
  min: number | null
  /** In characters. */
  largeur: number
}

export interface Feuille {
  titre: string
  /** What the sheet is for. */
  aide: string
  colonnes: readonly Colonne[]
}

const LARGEURS: Record<Sorte, number> = {
  texte: 20,
  telephone: 18,
  montant: 18,
  surface: 12,
  jour: 13,
  entier: 11,
  liste: 16,
}

export function colonne<const C extends string>(
  champ: C,
  titre: string,
  sorte: Sorte,
  autres: Partial<Omit<Colonne<C>, 'champ' | 'titre' | 'sorte'>> & { aide: string },
): Colonne<C> {
  return {
    champ,
    titre,
    sorte,
    requis: false,
    exemple: null,
    mots: null,
    liste: null,
    min: null,
    largeur: LARGEURS[sorte],
    ...autres,
  }
}
