import type { Colonne } from '#features/imports/colonnes.ts'
import * as structure from '#features/imports/feuilles.structure.ts'
import * as ventes from '#features/imports/feuilles.ventes.ts'
import { normaliser } from '#shared/texte.ts'

/** The sheets of a portfolio, in their order; every one is optional, and so is their order in a workbook that is sent. */
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
  paiements: ventes.paiements,
  options: ventes.options,
  stades: structure.stades,
  echeances: ventes.echeances,
  remboursements: ventes.remboursements,
} as const
export type NomDeFeuille = keyof typeof FEUILLES
export const NOMS_DES_FEUILLES = Object.keys(FEUILLES) as NomDeFeuille[]

/** The fields of a sheet. */
export type ChampDe<F extends NomDeFeuille> = (typeof FEUILLES)[F]['colonnes'][number]['champ']

/** Columns that every sheet may bear besides its own, and that are not read. */
export const COLONNE_DES_MESSAGES = 'Messages de Diyar'
export const FEUILLE_AIDE = 'Aide'

/** How a name of a sheet or a header is compared: without case, accents, doubled spaces, and without the star of what is required. */
export const plierTitre = (titre: string): string => normaliser(titre.replace(/\s*\*\s*$/, ''))

export const colonnesDe = (feuille: NomDeFeuille): readonly Colonne[] => FEUILLES[feuille].colonnes
