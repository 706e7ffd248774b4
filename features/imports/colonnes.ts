import { champsDuPaiement } from '#features/paiements/paiements.champs.ts'
import { GENRES } from '#shared/biens.ts'
import type { Champs } from '#shared/champs/champs.ts'

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

/** The sheets of a portfolio, in the order of the model. A workbook that is sent may leave sheets out and order them freely. */
export const NOMS_DES_FEUILLES = [
  'residences',
  'blocs',
  'etages',
  'appartements',
  'locaux',
  'parkings',
  'places',
  'clients',
  'ventes',
  'coAcquereurs',
  'paiements',
  'options',
  'stades',
  'echeances',
  'remboursements',
  'reprise',
] as const
export type NomDeFeuille = (typeof NOMS_DES_FEUILLES)[number]

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
  autres: Partial<Omit<Colonne<C>, 'champ'>> & { aide: string },
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

/** The reading of the cells of each kind of field. A record is named by a text. */
const SORTES = {
  texte: 'texte',
  telephone: 'telephone',
  montant: 'montant',
  surface: 'surface',
  pourcent: 'part',
  jour: 'jour',
  entier: 'entier',
  mot: 'liste',
  nom: 'texte',
} as const satisfies Record<string, Sorte>

/** A field that a column can fill. */
interface Champ {
  label: string
  kind: keyof typeof SORTES
  mots?: Readonly<Record<string, string>>
}
type NomDe<T> = { [K in keyof T]: T[K] extends Champ ? K : never }[keyof T] & string

/**
 * Makes the columns of a noun: a field says the header of its column, the reading of its cells and their words. A sheet that has another
 * word for a field gives it as `titre`.
 */
export function columnsOf<T extends Champs>(champs: T & Readonly<Record<NomDe<T>, Champ>>) {
  const facultative = <const C extends NomDe<T>>(
    nom: C,
    aide: string,
    autres: Partial<Omit<Colonne<C>, 'champ'>> = {},
  ): Colonne<C> => {
    const { label, kind, mots }: Champ = champs[nom]
    return colonne(nom, label, SORTES[kind], { mots: mots ? Object.values(mots) : null, ...autres, aide })
  }
  return {
    facultative,
    requise: <const C extends NomDe<T>>(
      nom: C,
      aide: string,
      exemple: string | number,
      autres: Partial<Omit<Colonne<C>, 'champ'>> = {},
    ): Colonne<C> => facultative(nom, aide, { ...autres, requis: true, exemple }),
  }
}

/** The residence that a line names. */
export const RESIDENCE = requise(
  'residence',
  'Résidence',
  'texte',
  'Le nom de la résidence, comme dans la feuille Résidences ou dans Diyar',
  'El Yasmine',
  { liste: 'residences' },
)

export const BLOC = requise(
  'bloc',
  'Bloc',
  'texte',
  'Le nom du bloc, comme dans la feuille Blocs ou dans Diyar',
  'Bloc A',
  { liste: 'blocs' },
)
const TYPES = Object.values(GENRES).map(({ nom }) => nom)
export const aideDesMots = (noms: readonly string[]) => `Un de ces mots : ${noms.join(', ')}`

/** Columns that name a bien, the same on every sheet that speaks of one. */
export const DU_BIEN = [
  requise('type', 'Type', 'liste', aideDesMots(TYPES), 'Appartement', { mots: TYPES }),
  RESIDENCE,
  requise('lieu', 'Bloc ou parking', 'texte', 'Le nom du bloc, ou du parking pour une place', 'Bloc A', {
    liste: 'blocs',
  }),
  colonne('etage', 'Étage', 'texte', {
    aide: "Pour un appartement : la désignation de l'étage",
    exemple: '1er étage',
    liste: 'etages',
  }),
  requise('numero', 'Numéro', 'texte', 'Le numéro du lot, du local ou de la place', 'A101'),
] as const
export const CLIENT = requise(
  'client',
  'Client',
  'texte',
  'Le nom complet du client, comme dans la feuille Clients ou dans Diyar',
  'Karim Benali',
  { liste: 'clients', largeur: 28 },
)
export const CLIENT_TEL = colonne('clientTel', 'Téléphone du client', 'telephone', {
  aide: 'Seulement si plusieurs clients portent ce nom',
})
/** The example of a day that every line fills. */
export const JOUR_EXEMPLE = '2025-03-12'
const paiement = columnsOf(champsDuPaiement)
export const colonneDuMode = (autres: { titre?: string; requis?: boolean; exemple?: string }) =>
  paiement.facultative('mode', aideDesMots(Object.values(champsDuPaiement.mode.mots)), autres)
export const NOTE = colonne('note', 'Note', 'texte', { aide: 'Une remarque', largeur: 32 })
export const BANQUE = paiement.facultative('banque', 'La banque du virement ou du chèque')
export const REFERENCE = paiement.facultative('reference', 'Le numéro du chèque, du virement ou du bordereau')
export const colonneDuDossier = (requis: boolean) =>
  colonne('dossier', 'Dossier', 'texte', {
    requis,
    aide: "Son numéro AAAA-D-NNNN, s'il en a déjà un",
    exemple: requis ? '2025-D-0012' : null,
  })
