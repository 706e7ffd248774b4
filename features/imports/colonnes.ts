/**
 * The sorte of a column says how features/imports/cellules.ts reads its cells: montant in dinars, surface in m², part in %, jour YYYY-MM-DD, entier
 * a whole number, telephone digits as typed, liste one of the column's words, texte anything else.
 */
export type Sorte = 'texte' | 'telephone' | 'montant' | 'surface' | 'part' | 'jour' | 'entier' | 'liste'

export interface Colonne<C extends string = string> {
  /** Field of the contract that the column fills, or the name that its line is looked up by. */
  champ: C
  /** Header without the star of a required column. */
  titre: string
  sorte: Sorte
  requis: boolean
  /** Help printed on the sheet Aide and in the header's note. */
  aide: string
  /** An example as the cell holds it: dinars, m², percent, a day YYYY-MM-DD. */
  exemple: string | number | null
  mots: readonly string[] | null
  /** The sheet whose names the model offers in a drop-down, as a hint. */
  liste: 'residences' | 'blocs' | 'etages' | 'parkings' | 'clients' | null
  /** Smallest whole number that the model accepts. */
  min: number | null
  largeur: number
}

export interface Feuille {
  titre: string
  aide: string
  colonnes: readonly Colonne[]
}

const LARGEURS: Record<Sorte, number> = {
  texte: 20,
  telephone: 18,
  montant: 18,
  surface: 12,
  part: 10,
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

/** A column that every line fills, with an example of what it holds. */
export const requise = <const C extends string>(
  champ: C,
  titre: string,
  sorte: Sorte,
  aide: string,
  exemple: string | number,
  autres: Partial<Colonne<C>> = {},
): Colonne<C> => colonne(champ, titre, sorte, { ...autres, requis: true, aide, exemple })

/** The residence that a line names. */
export const residence = requise(
  'residence',
  'Résidence',
  'texte',
  'Le nom de la résidence, comme dans la feuille Résidences ou dans Diyar',
  'El Yasmine',
  { liste: 'residences' },
)
