import { sql, type RawBuilder } from 'kysely'
import type { DB } from '#server/database/schema.ts'

/** One big writing: an import, or a generation in a residence. */
export interface Acte {
  id: number
  import_id: number | null
  residence_id: number | null
  dernier_journal: number
  resume: Record<string, unknown>
  le: Date
  membre_nom: string
  defait_le: Date | null
  /** It may be taken back: neither done already nor older than thirty days; what keeps it from being so is not looked for. */
  peut_defaire: boolean
}

/** The records that an act makes or changes, by their name in the journal, in the order in which their rows are locked. */
export const TABLES = {
  client: ['clients'],
  residence: ['residences'],
  bloc: ['blocs'],
  etage: ['etages'],
  parking: ['parkings'],
  appartement: ['biens', 'appartements'],
  local: ['biens', 'locaux'],
  place: ['biens', 'places_parking'],
  vente: ['ventes'],
  paiement: ['paiements'],
  option: ['options'],
  remboursement: ['remboursements'],
} as const satisfies Record<string, readonly [keyof DB, ...(keyof DB)[]]>
export type Fiche = keyof typeof TABLES
export const FICHES = Object.keys(TABLES).filter(isFiche)

export function isFiche(objet: string): objet is Fiche {
  return Object.hasOwn(TABLES, objet)
}

export const BIENS = ['appartement', 'local', 'place'] as const satisfies readonly Fiche[]

/** A table whose rows hang on a record by the column `parent`, and the columns that make one of them. */
export interface Pendant {
  table: keyof DB
  parent: string
  cle: readonly string[]
}
/** Rows that hang on a changed record and are no fiche: they are kept whole, under the name of their table. */
const PENDANTS: Partial<Record<Fiche, readonly Pendant[]>> = {
  vente: [
    { table: 'echeances', parent: 'vente_id', cle: ['id'] },
    { table: 'co_acquereurs', parent: 'vente_id', cle: ['vente_id', 'client_id'] },
  ],
  bloc: [{ table: 'stades_atteints', parent: 'bloc_id', cle: ['bloc_id', 'stade_id'] }],
}
export const pendantsOf = (fiche: Fiche): readonly Pendant[] => PENDANTS[fiche] ?? []

/** The ids of an act's fiches of some kinds: all of them, those that it made, or those that it changed. */
export const idsOf = (
  acte: number,
  fiches: readonly Fiche[],
  which: 'toutes' | 'faites' | 'changees' = 'toutes',
): RawBuilder<{ objet_id: number }> => sql`
  select objet_id from actes_fiches where acte_id = ${acte} and objet = any(${[...fiches]}::text[]) ${
    which === 'toutes' ? sql`` : which === 'faites' ? sql`and avant is null` : sql`and avant is not null`
  }`
