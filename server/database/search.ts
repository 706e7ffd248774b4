import { sql, type RawBuilder } from 'kysely'
import { normaliser } from '#shared/texte.ts'

/**
 * "This folded column contains the text": case and accents aside (Q43), % and _ being letters like any other.
 * The column is a `recherche`, which its trigram index serves. @param column qualified if the query joins
 */
export function contient(column: string, texte: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${motif(texte)}`
}

/** The same of a column that is not folded: no index serves it, so it is for short lists and short columns. */
export function contientPlie(column: string, texte: string): RawBuilder<boolean> {
  return sql<boolean>`normaliser(${sql.ref(column)}) like ${motif(texte)}`
}

const motif = (texte: string) => `%${normaliser(texte).replace(/[\\%_]/g, '\\$&')}%`
