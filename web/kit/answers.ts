/**
 * What the browser makes of an answer. The specification names several shapes for the same thing (Q26, Q27, Q29, Q30,
 * Q38, Q105) and wants a screen to stand whatever comes: here, and nowhere else, each becomes the one the screens read.
 */
import type { Wire } from '#shared/endpoint.ts'
import { beside, field, isObject } from '#web/kit/envelope.ts'

/** A page of a list as the screens read it. */
export interface Page<T> {
  data: T[]
  last_page: number
  total: number
}

/** The rows of a list, whether its contract answers them bare, in an envelope, or under a name of their own. */
export type RowOf<R, N extends string = 'data'> = RowIn<Wire<R>, N>
type RowIn<W, N extends string> = W extends readonly (infer T)[]
  ? T
  : W extends { [K in N]: readonly (infer T)[] }
    ? T
    : never

/** In a {@link Blank}: null when there is none, else a record with what the blank says. */
export class OrNull {
  readonly blank: object
  constructor(blank: object) {
    this.blank = blank
  }
}
export const orNull = (blank: object) => new OrNull(blank)

/** In a {@link Blank}: the page of a list that came inside a record, of records with what the blank says. */
export class PageOf {
  readonly blank: object
  constructor(blank: object) {
    this.blank = blank
  }
}
export const pageOf = (blank: object) => new PageOf(blank)

/**
 * What stands for a field that an answer lacks: '' and null are shown as « Non spécifié », « N/A », « Sans résidence »;
 * `[blank]` is a list of records.
 */
export type Blank<T> = T extends readonly (infer U)[]
  ? readonly [] | readonly [Blank<U>]
  : T extends object
    ? { [K in keyof T]?: Blank<NonNullable<T[K]>> | OrNull | PageOf | null }
    : T | null

/** Where a list may stand: bare, in `data`, in `data.data`, or under a name of its own. Undefined when there is none. */
export function listIn(answer: unknown, name = 'data'): unknown[] | undefined {
  const inside = field(answer, name)
  return [answer, inside, field(inside, 'data')].find((candidate) => Array.isArray(candidate))
}

/** The records of a list: what is no object, or has none of the keys that tell records apart, is left out. */
export function recordsIn(answer: unknown, keys: readonly string[], name?: string): object[] | undefined {
  return listIn(answer, name)?.filter(
    (row): row is object => isObject(row) && keys.some((key) => field(row, key) != null),
  )
}

/** A record, bare or in `data`, that says at least one of the fields. Undefined when there is none (Q26, Q30). */
export function recordIn(answer: unknown, fields: readonly string[]): object | undefined {
  return [field(answer, 'data'), answer].find(
    (place): place is object => isObject(place) && fields.some((name) => field(place, name) != null),
  )
}

/** The last page as the answer says it, else the quotient of its total, else the only one (Q27). */
export function lastPageIn(answer: unknown, perPage: number | undefined): number {
  const inside = field(answer, 'data')
  const said = (name: string) =>
    [answer, field(answer, 'meta'), inside]
      .map((place) => numberIn(field(place, name)))
      .find((n) => n !== null)
  const size = said('per_page') ?? perPage
  const quotient = size ? Math.ceil((said('total') ?? 0) / size) : 1
  return Math.max(said('last_page') ?? quotient, 1)
}

/** How many records a list has on all its pages: never fewer than it brought. */
export function totalIn(answer: unknown, rows: number): number {
  return Math.max(
    numberIn(field(answer, 'total')) ?? numberIn(field(field(answer, 'meta'), 'total')) ?? 0,
    rows,
  )
}

/**
 * The value with its blank in place of what it lacks. Digits become a number where the blank is one or null (Q38), a
 * record that is only its name gets the fields around it (Q105). What the blank does not name is left as it came.
 */
export function filled<T>(value: unknown, blank: Blank<T>): T {
  return fill(value, blank) as T
}

function fill(value: unknown, blank: unknown): unknown {
  if (Array.isArray(blank)) return fillList(value, blank)
  if (!isObject(blank)) return fillScalar(value, blank)
  if (blank instanceof OrNull) return value == null ? null : fill(value, blank.blank)
  if (blank instanceof PageOf) return fillPage(value, blank.blank)
  const entries = Object.entries(blank)
  const name = typeof value === 'string' && entries.find(([, empty]) => empty === '')?.[0]
  return fillKeys(name ? { [name]: value } : isObject(value) ? value : {}, entries)
}

function fillScalar(value: unknown, blank: unknown): unknown {
  if (value == null || blank === null) return value ?? blank
  if (typeof blank === 'number') return numberIn(value) ?? blank
  if (typeof blank === 'string' && typeof value === 'number') return String(value)
  return typeof value === typeof blank ? value : blank
}

const fillKeys = (value: object, entries: [string, unknown][]) => ({
  ...value,
  ...Object.fromEntries(entries.map(([key, empty]) => [key, fill(field(value, key), empty)])),
})

function fillList(value: unknown, [blank]: unknown[]): unknown[] {
  const rows: unknown[] = Array.isArray(value) ? value : []
  return blank === undefined ? rows : rows.filter(isObject).map((row) => fill(row, blank))
}

function fillPage(value: unknown, blank: object): object {
  const data = (recordsIn(value, ['id']) ?? []).map((row) => fill(row, blank))
  const last_page = lastPageIn(value, undefined)
  return { ...beside(value), data, last_page, total: totalIn(value, data.length) }
}

function numberIn(value: unknown): number | null {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : null
}
