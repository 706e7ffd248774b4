import { sql, type RawBuilder } from 'kysely'
import { normaliser } from '#shared/texte.ts'

/**
 * "This folded column contains the text": case and accents aside (Q43), % and _ being letters like any other.
 * The column is a `recherche`, which its trigram index serves. @param column qualified if the query joins
 */
export function contient(column: string, texte: string): RawBuilder<boolean> {
  const motif = `%${normaliser(texte).replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${sql.ref(column)} like ${motif}`
}
