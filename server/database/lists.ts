import { sql, type RawBuilder } from 'kysely'
import { mustBeginWord, motsOf, normaliser, readGenre, SEPARATEURS, telephoneIn } from '#shared/texte.ts'
import type { Tri } from '#shared/tri.ts'

type Colonne = string | RawBuilder<string>

/** Puts a typed value into a statement. */
export type Valeur = <T>(value: T, type: 'text' | 'text[]' | 'bigint') => RawBuilder<T>

/** The planner sees the value and plans for it. */
export const shown: Valeur = (value, type) => sql`${value}::${sql.raw(type)}`
/** The planner does not see the value: one plan serves all values, where {@link isPlannedOnce} allows it. */
export const hidden: Valeur = (value, type) => sql`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`

/**
 * Tells whether one plan serves every search of this shape: at most two words, one of which the trigram index can look up. Otherwise every
 * row is read, and the planner must see the words. PostgreSQL makes trigrams of its locale's letters only, ASCII in the embedded one.
 */
export const isPlannedOnce = (texte: string): boolean =>
  [texte, readGenre(texte).reste].map(motsOf).every((mots) => mots.length <= 2 && mots.some(hasTrigram))
export const hasTrigram = (mot: string) => /[a-z0-9]{3}/.test(mot)

/**
 * Condition: the folded column has each word in any order, as `filterByRecherche` searches in the browser (Q43); % and _ are plain letters.
 * Only a `recherche` column has a trigram index. @param column qualified if the query joins
 */
export function containsMots(column: Colonne, texte: string, valeur: Valeur = shown): RawBuilder<boolean> {
  const mots = motsOf(texte)
  const [seul] = mots
  if (seul === undefined) return sql<boolean>`true`
  if (mots.length === 1) return renferme(column, seul, valeur)
  const chacun = containsMotsOuDebuts(column, texte, valeur)
  // The whole text also counts: its first word may end a word of the column.
  return mots.some(mustBeginWord)
    ? sql<boolean>`(${chacun} or ${renferme(column, normaliser(texte), valeur)})`
    : chacun
}

/** Like {@link containsMots}, but a single letter must also begin a word, because blocs are named by a letter. */
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
  // The trigram index serves this condition, so it comes first.
  if (longs.length === mots.length) return sql<boolean>`(${sql.join(contenus, sql` and `)})`
  const courts = mots.filter(mustBeginWord).map((mot) => `% ${mot}%`)
  // One condition for all short words: one for each would repeat the nested replace of all long words.
  const debuts = sql`' ' || translate(${laisse}, ${SEPARATEURS}, ${ESPACES}) like all (${valeur(courts, 'text[]')})`
  return sql<boolean>`(${sql.join([...contenus, debuts], sql` and `)})`
}

/**
 * Condition: the client's name has the words or, for a number of enough digits, the phone matches in any spelling.
 * @param client the table or its alias @param chiffres least number of digits of a phone
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

type Expression = string | RawBuilder<unknown>

/** Expressions that sort a list, for each key. `vide` marks a nullable one, whose empty rows come last in both directions. */
export type Cle = Expression | { vide: Expression }
export type Cles<K extends string> = Record<K, readonly Cle[]>

/**
 * ORDER BY of a list: the key's expressions, then the id, so that pages never overlap. One direction for all lets PostgreSQL read an index
 * backwards. Only expressions from `cles` reach the query.
 */
export function orderByTri<K extends string>(
  { cle, descendant }: Tri<K>,
  cles: Cles<K>,
  id: Expression,
): RawBuilder<unknown> {
  const sens = descendant ? sql`desc` : sql`asc`
  const parts = [...cles[cle], id].map((part) =>
    typeof part === 'object' && 'vide' in part
      ? sql`${enSql(part.vide)} ${sens} nulls last`
      : sql`${enSql(part)} ${sens}`,
  )
  return sql`${sql.join(parts)}`
}

const enSql = (expression: Expression) => (typeof expression === 'string' ? sql.ref(expression) : expression)
