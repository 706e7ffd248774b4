/** From the reading of a workbook to its end. Nothing is written before `ecriture`, and all of it or nothing there. */
export const STATUTS_IMPORT = ['lecture', 'refuse', 'pret', 'ecriture', 'termine', 'annule', 'echec'] as const
export type StatutImport = (typeof STATUTS_IMPORT)[number]
export const GRAVITES = ['erreur', 'avertissement', 'modification'] as const
export type Gravite = (typeof GRAVITES)[number]

/** So many messages of an import are kept, the first ones. */
export const MESSAGES_MAX = 10_000
