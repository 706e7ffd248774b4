import {
  NOMS_DES_FEUILLES,
  type Colonne,
  type Feuille,
  type NomDeFeuille,
} from '#features/imports/colonnes.ts'
import type { Contexte } from '#features/imports/server/check/context.ts'
import { feuilleDeReprise } from '#features/imports/reprise.colonnes.ts'
import { NOUN_SHEETS } from '#features/imports/server/nouns.columns.ts'
import { checkAppartements, checkLocaux, checkPlaces } from '#features/imports/server/sheets/biens.ts'
import { checkClients } from '#features/imports/server/sheets/clients.ts'
import { checkAcquereurs, feuilleDesCoAcquereurs } from '#features/imports/server/sheets/co-acquereurs.ts'
import { checkEcheances, feuilleDesEcheances } from '#features/imports/server/sheets/echeances.ts'
import { checkOptions, feuilleDesOptions } from '#features/imports/server/sheets/options.ts'
import { checkPaiements, feuilleDesPaiements } from '#features/imports/server/sheets/paiements.ts'
import {
  checkRemboursements,
  feuilleDesRemboursements,
} from '#features/imports/server/sheets/remboursements.ts'
import { checkReprise } from '#features/imports/server/sheets/reprise.ventes.ts'
import { checkStades, feuilleDesStades } from '#features/imports/server/sheets/stades.ts'
import {
  checkBlocs,
  checkEtages,
  checkParkings,
  checkResidences,
} from '#features/imports/server/sheets/structure.ts'
import { checkVentes, feuilleDesVentes } from '#features/imports/server/sheets/ventes.ts'
import { normaliser } from '#shared/texte.ts'

/** The columns of each sheet. */
export const FEUILLES = {
  ...NOUN_SHEETS,
  ventes: feuilleDesVentes,
  coAcquereurs: feuilleDesCoAcquereurs,
  paiements: feuilleDesPaiements,
  options: feuilleDesOptions,
  stades: feuilleDesStades,
  echeances: feuilleDesEcheances,
  remboursements: feuilleDesRemboursements,
  reprise: feuilleDeReprise,
} as const satisfies Record<NomDeFeuille, Feuille>

/** Order of the checks: a sheet comes after the sheets that it refers to. */
export const CHECKS: readonly ((ctx: Contexte) => Promise<void>)[] = [
  checkResidences,
  checkBlocs,
  checkEtages,
  checkAppartements,
  checkLocaux,
  checkParkings,
  checkPlaces,
  checkClients,
  checkStades,
  checkVentes,
  checkAcquereurs,
  checkPaiements,
  checkReprise,
  checkEcheances,
  checkRemboursements,
  checkOptions,
]

export type ChampDe<F extends NomDeFeuille> = (typeof FEUILLES)[F]['colonnes'][number]['champ']

/** Titles of the sheets and the columns that Diyar adds itself; the reading ignores them. */
export const COLONNE_DES_MESSAGES = 'Messages de Diyar'
export const COLONNE_DES_REMISES = 'Remise accordée'
export const FEUILLE_AIDE = 'Aide'

/** Folds a sheet's name or a header for comparison: no case, no accents, no doubled spaces, no star of a required column. */
export const foldTitre = (titre: string): string => normaliser(titre.replace(/\s*\*\s*$/, ''))

/** Sheets of the model by their folded titles. */
export const PAR_TITRE = new Map<string, NomDeFeuille>(
  NOMS_DES_FEUILLES.map((nom) => [foldTitre(FEUILLES[nom].titre), nom]),
)
export const estDuModele = (feuille: string): boolean => PAR_TITRE.has(foldTitre(feuille))

export const colonnesDe = (feuille: NomDeFeuille): readonly Colonne[] => FEUILLES[feuille].colonnes
