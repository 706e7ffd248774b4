import type { Ligne, Source } from '#features/imports/server/check/context.ts'
import type { Client, Enregistrement } from '#features/imports/server/check/indexes.ts'
import type { LotConnu } from '#features/imports/server/reprise/biens.rules.ts'
import type { CoDit, Personne } from '#features/imports/server/reprise/personnes.rules.ts'
import type { Jour } from '#shared/dates.ts'

/** A line of Reprise that says a sale, with what was found of its names. */
export interface Dite {
  ligne: Ligne
  source: Source
  /** The lot that it names; null after the error is reported. */
  lot: LotConnu | null
  acquereur: Personne | null
  co: readonly CoDit[]
  /** The phone of the buyer and the second one, as a client keeps them; '' for none, null for one that cannot be read. */
  tel: string | null
  tel2: string
}

/** Fields that Reprise adds to those of a client's sheet; columns of the table. */
export interface Complement {
  tel?: string
  email?: string
  adresse?: string
  nom_ar?: string
  tel2?: string
  genre?: string
  nin?: string
  piece_type?: string
  piece_numero?: string
  naissance_le?: Jour
  naissance_lieu?: string
}
/** Steps and note that an existing sale lacks. */
export interface ComplementDeVente {
  contrat_le?: Jour
  livraison_le?: Jour
  note?: string
}

/** A line that is left out of the sales: what its amounts are compared with. */
export interface LigneDeTotal {
  ligne: Ligne
  source: Source
}

/** All that is known of the sheets that are read as Reprise. */
export class Reprise {
  readonly dites: Dite[] = []
  readonly totaux: LigneDeTotal[] = []
  /** Lines that have no lot of their name. */
  sansLot = 0
  readonly complements = new Map<Enregistrement<Client>, Complement>()
  readonly ventes = new Map<number, ComplementDeVente>()
}

/** Columns of the names of co-acquéreurs, so that they are looked up as those of clients are. */
export const CO_ACQUEREURS = ['co1', 'co2', 'co3']
