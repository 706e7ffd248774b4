import { sql, type RawBuilder } from 'kysely'
import type { Tri } from '#shared/tri.ts'

/** A column of a query, qualified, or an expression. */
type Expression = string | RawBuilder<unknown>

/**
 * What a list is put in order by, for each key: one expression or several, the first one first. `vide` is one that may be
 * null: its rows come last, upwards and downwards.
 */
export type Cle = Expression | { vide: Expression }
export type Cles<K extends string> = Record<K, readonly Cle[]>

/**
 * The rows of a list in order: by the key's expressions, then the identifier, so that pages never overlap. All of them
 * run the same way, which lets an index be read backwards. Only what `cles` names can come into the query.
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
