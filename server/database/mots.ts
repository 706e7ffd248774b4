import { sql, type RawBuilder } from 'kysely'
import { mustBeginWord, motsOf, normaliser, SEPARATEURS, telephoneIn } from '#shared/texte.ts'

type Colonne = string | RawBuilder<string>

/**
 * "This folded column has each of the words", in any order: what `filterByRecherche` finds in the browser (Q43), % and _ being letters
 * like any other. The column is a `recherche`, which its trigram index serves; several, or what is not folded yet, may be joined by
 * blanks into one text, which none does. @param column qualified if the query joins
 */
export function containsMots(column: Colonne, texte: string): RawBuilder<boolean> {
  const mots = motsOf(texte)
  const [seul] = mots
  if (seul === undefined) return sql<boolean>`true`
  if (mots.length === 1) return renferme(column, seul)
  const chacun = containsMotsOuDebuts(column, texte)
  // As it is typed, its first word may be the end of one.
  return mots.some(mustBeginWord)
    ? sql<boolean>`(${chacun} or ${renferme(column, normaliser(texte))})`
    : chacun
}

/** The same, a letter alone being the beginning of a word as well: for what is named by one, as blocs are. */
export function containsMotsOuDebuts(column: Colonne, texte: string): RawBuilder<boolean> {
  const mots = motsOf(texte)
  const longs = mots.filter((mot) => !mustBeginWord(mot))
  const laisse = longs.reduce<RawBuilder<unknown>>(
    (left, mot) => sql`replace(${left}, ${mot}, '#')`,
    reference(column),
  )
  const contenus = mots.map((mot) => renferme(column, mot))
  // What cannot have them is left out first, by the index if it may.
  if (longs.length === mots.length) return sql<boolean>`(${sql.join(contenus, sql` and `)})`
  const courts = mots.filter(mustBeginWord).map((mot) => `% ${mot}%`)
  // Once for all of them: once for each, a search of a hundred words would be a statement of ten thousand.
  const debuts = sql`' ' || translate(${laisse}, ${SEPARATEURS}, ${ESPACES}) like all (${courts}::text[])`
  return sql<boolean>`(${sql.join([...contenus, debuts], sql` and `)})`
}

/**
 * "This client": by the words of his name or, when the text is a number of enough digits, by his phone in any spelling.
 * @param client the table or its alias @param chiffres fewer digits than these are no phone
 */
export function matchesClient(client: string, texte: string, chiffres?: number): RawBuilder<boolean> {
  const telephone = telephoneIn(texte, chiffres)
  const nom = containsMots(`${client}.recherche`, texte)
  return telephone === null ? nom : sql<boolean>`(${nom} or ${renferme(`${client}.telephone`, telephone)})`
}

const renferme = (column: Colonne, texte: string) =>
  sql<boolean>`${reference(column)} like ${`%${texte.replace(/[\\%_]/g, '\\$&')}%`}`

const reference = (column: Colonne) => (typeof column === 'string' ? sql.ref(column) : column)

const ESPACES = ' '.repeat(SEPARATEURS.length)
