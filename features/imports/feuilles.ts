import type { Colonne } from '#features/imports/colonnes.ts'
import * as structure from '#features/imports/feuilles.structure.ts'
import * as ventes from '#features/imports/feuilles.ventes.ts'
import { normaliser } from '#shared/texte.ts'

/** The sheets of a portfolio, in the order of the model. A workbook that is sent may leave sheets out and order them freely. */
export const FEUILLES = {
  residences: structure.residences,
  blocs: structure.blocs,
  etages: structure.etages,
  appartements: structure.appartements,
  locaux: structure.locaux,
  parkings: structure.parkings,
  places: structure.places,
  clients: structure.clients,
  ventes: ventes.ventes,
  coAcquereurs: ventes.coAcquereurs,
  paiements: ventes.paiements,
  options: ventes.options,
  stades: structure.stades,
  echeances: ventes.echeances,
  remboursements: ventes.remboursements,
} as const
export type NomDeFeuille = keyof typeof FEUILLES
export const NOMS_DES_FEUILLES = Object.keys(FEUILLES) as NomDeFeuille[]

export type ChampDe<F extends NomDeFeuille> = (typeof FEUILLES)[F]['colonnes'][number]['champ']

/** Titles of the sheets and the columns that Diyar adds itself; the reading ignores them. */
export const COLONNE_DES_MESSAGES = 'Messages de Diyar'
export const COLONNE_DES_REMISES = 'Remise accordée'
export const FEUILLE_AIDE = 'Aide'

/** Folds a sheet's name or a header for comparison: no case, no accents, no doubled spaces, no star of a required column. */
export const foldTitre = (titre: string): string => normaliser(titre.replace(/\s*\*\s*$/, ''))

export const colonnesDe = (feuille: NomDeFeuille): readonly Colonne[] => FEUILLES[feuille].colonnes

/** The column of a sheet that fills a field. @throws Error when the sheet has none */
export function colonneDe(feuille: NomDeFeuille, champ: string): Colonne {
  const colonne = colonnesDe(feuille).find((une) => une.champ === champ)
  if (!colonne) throw new Error(`no column ${champ} in ${feuille}`)
  return colonne
}
