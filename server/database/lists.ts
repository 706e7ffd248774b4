import { sql, type RawBuilder } from 'kysely'
import { ecrituresDe, toChiffres } from '#shared/chiffres.ts'
import {
  LIAISONS,
  mustBeginWord,
  motsOf,
  normaliser,
  readGenre,
  readMotsSerres,
  SEPARATEURS,
  telephoneIn,
} from '#shared/texte.ts'
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
  toChiffres(texte) === texte &&
  [texte, readGenre(texte).reste].map(motsOf).every((mots) => mots.length <= 2 && mots.some(hasTrigram))
export const hasTrigram = (mot: string) => /[a-z0-9]{3}/.test(mot)

/**
 * Condition: the folded column has each word in any order, as `hasMots` searches in the browser (Q43); % and _ are plain letters.
 * Only a `recherche` column has a trigram index. @param column qualified if the query joins
 */
export const containsMots = (column: Colonne, texte: string, valeur: Valeur = shown): RawBuilder<boolean> =>
  chaque(texte, (ecrit) => containsMotsOf(column, ecrit, valeur))

/** A condition for one spelling of the search or another (`ecrituresDe`). */
const chaque = (texte: string, condition: (ecrit: string) => RawBuilder<boolean>): RawBuilder<boolean> => {
  const conditions = ecrituresDe(texte).map(condition)
  const [seule] = conditions
  return seule && conditions.length === 1 ? seule : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

function containsMotsOf(column: Colonne, texte: string, valeur: Valeur): RawBuilder<boolean> {
  const mots = motsOf(texte)
  const [seul] = mots
  if (seul === undefined) return sql<boolean>`true`
  if (mots.length === 1) return renferme(column, seul, valeur)
  const chacun = containsMotsOuDebutsOf(column, texte, valeur)
  // The whole text also counts: its first word may end a word of the column.
  return mots.some(mustBeginWord)
    ? sql<boolean>`(${chacun} or ${renferme(column, normaliser(texte), valeur)})`
    : chacun
}

/** Like {@link containsMots}, but a single letter must also begin a word, because blocs are named by a letter. */
export const containsMotsOuDebuts = (
  column: Colonne,
  texte: string,
  valeur: Valeur = shown,
): RawBuilder<boolean> => chaque(texte, (ecrit) => containsMotsOuDebutsOf(column, ecrit, valeur))

function containsMotsOuDebutsOf(column: Colonne, texte: string, valeur: Valeur): RawBuilder<boolean> {
  const mots = motsOf(texte)
  const longs = mots.filter((mot) => !mustBeginWord(mot))
  const contenus = mots.map((mot) => renferme(column, mot, valeur))
  // The trigram index serves this condition, so it comes first.
  if (longs.length === mots.length) return sql<boolean>`(${sql.join(contenus, sql` and `)})`
  const courts = mots.filter(mustBeginWord).map((mot) => `% ${mot}%`)
  // One condition for all short words: one for each would repeat the nested replace of all long words.
  const debuts = sql`${withoutMots(column, longs, valeur)} like all (${valeur(courts, 'text[]')})`
  return sql<boolean>`(${sql.join([...contenus, debuts], sql` and `)})`
}

/**
 * Condition: like {@link containsMots} on a folded name, which is also found without its blanks, apostrophes and hyphens, as `hasNoms` searches in
 * the browser. A column `recherche` has its column `serre` beside it, with an index of trigrams that knows Arabic letters.
 */
export const containsNoms = (column: Colonne, texte: string, valeur: Valeur = shown): RawBuilder<boolean> =>
  chaque(texte, (ecrit) => containsNomsOf(column, ecrit, valeur))

function containsNomsOf(column: Colonne, texte: string, valeur: Valeur): RawBuilder<boolean> {
  const serres = readMotsSerres(texte)
  if (!serres) return containsMotsOf(column, texte, valeur)
  const { longs, courts } = serres
  const isStored = typeof column === 'string'
  const serre = isStored
    ? reference(column.replace(/recherche(?=(?:_ar)?$)/, 'serre'))
    : sql`serrer(${column})`
  const serree = (motif: string) => {
    const cherche = valeur(motif, 'text')
    return ARABE.test(motif) ? sql`lettres_serrees(${cherche})` : cherche
  }
  const contenus = [...longs, ...courts.map(({ mot }) => mot).filter(mustBeginWord)]
  // Each row found has every one of these words without blanks; the index answers this. No index shall answer the rest again: `strpos`.
  const possible = contenus.map((mot) =>
    isStored
      ? sql`${serre} like ${serree(contenant(mot))}`
      : renferme(sql<string>`translate(${column}, ${sql.lit(LIAISONS)}, '')`, mot, valeur),
  )
  const holds = (mot: string) => sql`strpos(${reference(column)}, ${valeur(mot, 'text')}) > 0`
  const begins = (mots: readonly string[]) =>
    sql.join(
      [...new Set(mots)].map((mot) => sql`strpos(${serre}, ${serree(` ${mot}`)}) > 0`),
      sql` or `,
    )
  const laisse = withoutMots(column, longs, valeur)
  const precis = [
    ...longs.map((mot) => sql`(${holds(mot)} or ${begins([mot])})`),
    ...courts.map(
      ({ mot, groupes }) =>
        sql`(${begins(groupes)} or ${laisse} like ${valeur(contenant(` ${mot}`), 'text')})`,
    ),
  ]
  const autrement = directBeside(column, texte, longs, valeur)
  const trouve = sql.join(precis, sql` and `)
  return sql<boolean>`(${sql.join(possible, sql` and `)} and ${autrement ? sql`(${autrement} or (${trouve}))` : trouve})`
}

/** Condition for the rows that {@link containsMots} finds and a search for the same words without blanks does not; null where there are none. */
function directBeside(column: Colonne, texte: string, longs: readonly string[], valeur: Valeur) {
  const mots = motsOf(texte)
  if (!mots.every((mot) => longs.includes(mot) || mustBeginWord(mot)))
    return containsMotsOf(column, texte, valeur)
  return mots.some(mustBeginWord) ? renferme(column, normaliser(texte), valeur) : null
}

/** The text after a blank, a blank for each separator and « # » for each of the words. */
const withoutMots = (column: Colonne, mots: readonly string[], valeur: Valeur): RawBuilder<unknown> => {
  const laisse = mots.reduce<RawBuilder<unknown>>(
    (left, mot) => sql`replace(${left}, ${valeur(mot, 'text')}, '#')`,
    reference(column),
  )
  return sql`' ' || translate(${laisse}, ${SEPARATEURS}, ${ESPACES})`
}

/**
 * Condition: the client's name, or the one in Arabic, has the words or, for a number of enough digits, the phone matches in any spelling.
 * @param client the table or its alias @param chiffres least number of digits of a phone
 */
export function matchesClient(
  client: string,
  texte: string,
  { chiffres, valeur = shown }: { chiffres?: number; valeur?: Valeur } = {},
): RawBuilder<boolean> {
  const telephone = telephoneIn(texte, chiffres)
  const conditions = [
    containsNoms(`${client}.recherche`, texte, valeur),
    ...(ARABE.test(texte) ? [containsNoms(`${client}.recherche_ar`, texte, valeur)] : []),
    ...(telephone === null ? [] : [renferme(`${client}.telephone`, telephone, valeur)]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}
const ARABE = /\p{Script=Arabic}/u

const renferme = (column: Colonne, texte: string, valeur: Valeur) =>
  sql<boolean>`${reference(column)} like ${valeur(contenant(texte), 'text')}`

/** The pattern of what contains a text; % and _ are plain letters. */
const contenant = (texte: string): string => `%${texte.replace(/[\\%_]/g, '\\$&')}%`

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
