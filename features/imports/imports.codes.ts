/** States of an import. Nothing is written before `ecriture`, which writes the whole workbook or nothing. */
export const STATUTS_IMPORT = ['lecture', 'refuse', 'pret', 'ecriture', 'termine', 'annule', 'echec'] as const
export type StatutImport = (typeof STATUTS_IMPORT)[number]
export const GRAVITES = ['erreur', 'avertissement', 'modification'] as const
export type Gravite = (typeof GRAVITES)[number]

/** An import keeps at most this many messages of each gravity, the first ones of the workbook. */
export const MESSAGES_MAX = 10_000
