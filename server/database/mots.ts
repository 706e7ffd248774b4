import { sql, type RawBuilder } from 'kysely'
import { mustBeginWord, motsOf, normaliser, readGenre, SEPARATEURS, telephoneIn } from '#shared/texte.ts'

type Colonne = string | RawBuilder<string>

/** How a value that was typed stands in a statement. */
export type Valeur = <T>(value: T, type: 'text' | 'text[]' | 'bigint') => RawBuilder<T>

/** The planner looks at it, and makes a plan for it. */
export const shown: Valeur = (value, type) => sql`${value}::${sql.raw(type)}`
/** The planner does not see it: one plan serves all of them, where {@link isPlannedOnce} says so. */
export const hidden: Valeur = (value, type) => sql`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`

/**
 * Is the plan of a search the same whatever its words are? Of one word that a trigram index looks up, and one more at most. Without such a
 * word every row is looked at, and the planner must know it; each further word makes another text of the statement.
 * PostgreSQL has trigrams of the letters of its own locale only, which in the embedded one are those of ASCII.
 */
export const isPlannedOnce = (texte: string): boolean =>
  [texte, readGenre(texte).reste].map(motsOf).every((mots) => mots.length <= 2 && mots.some(hasTrigram))
export const hasTrigram = (mot: string) => /[a-z0-9]{3}/.test(mot)

/**
 * "This folded column has each of the words", in any order: what `filterByRecherche` finds in the browser (Q43), % and _ being letters
 * like any other. The column is a `recherche`, which its trigram index serves; several, or what is not folded yet, may be joined by
 * blanks into one text, which none does. @param column qualified if the query joins
 */
export function containsMots(column: Colonne, texte: string, valeur: Valeur = shown): RawBuilder<boolean> {
  const mots = motsOf(texte)
  const [seul] = mots
  if (seul === undefined) return sql<boolean>`true`
  if (mots.length === 1) return renferme(column, seul, valeur)
  const chacun = containsMotsOuDebuts(column, texte, valeur)
  // The whole text is looked for as well: its first word may be the end of a word of the column.
  return mots.some(mustBeginWord)
    ? sql<boolean>`(${chacun} or ${renferme(column, normaliser(texte), valeur)})`
    : chacun
}

/** The same, but a letter must begin a word also when it is the only one: blocs are named by a letter. */
export function containsMotsOuDebuts(
  column: Colonne,
  texte: string,
  valeur: Valeur = shown,
): RawBuilder<boolean> {
  const mots = motsOf(texte)
  const longs = mots.filter((mot) => !mustBeginWord(mot))
  const laisse = longs.reduce<RawBuilder<unknown>>(
    (left, mot) => sql`replace(${left}, ${valeur(mot, 'text')}, '#')`,
    reference(column),
  )
  const contenus = mots.map((mot) => renferme(column, mot, valeur))
  // Rows that lack one of the words are left out first: the trigram index can serve this condition.
  if (longs.length === mots.length) return sql<boolean>`(${sql.join(contenus, sql` and `)})`
  const courts = mots.filter(mustBeginWord).map((mot) => `% ${mot}%`)
  // One condition for all short words. One for each would repeat the nested replace of all long words each time.
  const debuts = sql`' ' || translate(${laisse}, ${SEPARATEURS}, ${ESPACES}) like all (${valeur(courts, 'text[]')})`
  return sql<boolean>`(${sql.join([...contenus, debuts], sql` and `)})`
}

/**
 * The condition that a client is the one searched for: by the words of his name or, when the text is a number of enough digits, by his phone in any spelling.
 * @param client the table or its alias @param chiffres fewer digits than these are no phone
 */
export function matchesClient(
  client: string,
  texte: string,
  { chiffres, valeur = shown }: { chiffres?: number; valeur?: Valeur } = {},
): RawBuilder<boolean> {
  const telephone = telephoneIn(texte, chiffres)
  const nom = containsMots(`${client}.recherche`, texte, valeur)
  return telephone === null
    ? nom
    : sql<boolean>`(${nom} or ${renferme(`${client}.telephone`, telephone, valeur)})`
}

const renferme = (column: Colonne, texte: string, valeur: Valeur) =>
  sql<boolean>`${reference(column)} like ${valeur(`%${texte.replace(/[\\%_]/g, '\\$&')}%`, 'text')}`

const reference = (column: Colonne) => (typeof column === 'string' ? sql.ref(column) : column)

const ESPACES = ' '.repeat(SEPARATEURS.length)
