/**
 * Reading of the API's answers. The specification has several shapes for the same data (Q26, Q27, Q29, Q30, Q38, Q105) and screens must not
 * break on any; only this file turns them into the one shape that screens read.
 */
import type { Wire } from '#shared/endpoint.ts'

export interface Page<T> {
  data: T[]
  last_page: number
  total: number
}

/** Type of a list's rows, whether the contract answers them bare, in an envelope or under the name `N`. */
export type RowOf<R, N extends string = 'data'> = RowIn<Wire<R>, N>
type RowIn<W, N extends string> = W extends readonly (infer T)[]
  ? T
  : W extends { [K in N]: readonly (infer T)[] }
    ? T
    : never

/** In a {@link Blank}: a missing record stays null, any other is filled with `blank`. */
class OrNull {
  readonly blank: object
  constructor(blank: object) {
    this.blank = blank
  }
}
export const orNull = (blank: object) => new OrNull(blank)

/** In a {@link Blank}: a list inside a record, read as a page of records filled with `blank`. */
export class PageOf {
  readonly blank: object
  constructor(blank: object) {
    this.blank = blank
  }
}
export const pageOf = (blank: object) => new PageOf(blank)

/** Defaults of fields that an answer lacks; '' and null show as « Non spécifié », « N/A ». `[blank]` stands for a list of records. */
export type Blank<T> = T extends readonly (infer U)[]
  ? readonly [] | readonly [Blank<U>]
  : T extends object
    ? { [K in keyof T]?: Blank<NonNullable<T[K]>> | OrNull | PageOf | null }
    : T | null

/** The list of an answer: bare, in `data`, in `data.data` or under `name`; undefined without one. */
export function listIn(answer: unknown, name = 'data'): unknown[] | undefined {
  const inside = field(answer, name)
  return [answer, inside, field(inside, 'data')].find((candidate) => Array.isArray(candidate))
}

/** The records of a list. An entry that is not an object, or has none of the identifying `keys`, is left out. */
export function recordsIn(answer: unknown, keys: readonly string[], name?: string): object[] | undefined {
  return listIn(answer, name)?.filter(
    (row): row is object => isObject(row) && keys.some((key) => field(row, key) != null),
  )
}

/** The record of an answer, bare or in `data`, with at least one of `fields`; undefined without one (Q26, Q30). */
export function recordIn(answer: unknown, fields: readonly string[]): object | undefined {
  return [field(answer, 'data'), answer].find(
    (place): place is object => isObject(place) && fields.some((name) => field(place, name) != null),
  )
}

/** Last page of a list: as answered, else total divided by page size, else 1 (Q27). */
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

/** Number of records on all pages, at least the `rows` of this answer. */
export function totalIn(answer: unknown, rows: number): number {
  const total = [answer, field(answer, 'meta'), field(answer, 'data')]
    .map((place) => numberIn(field(place, 'total')))
    .find((n) => n !== null)
  return Math.max(total ?? 0, rows)
}

/**
 * Fills the gaps of a value from `blank`. Digits become a number where `blank` has a number (Q38); a record answered as its name alone gets
 * its other fields (Q105). Fields that `blank` lacks stay as they are.
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

/** The fields of an envelope, its list included; {} for a bare list. */
export function beside(answer: unknown): object {
  return isObject(answer) && !Array.isArray(answer) ? answer : {}
}

/** The answer with `sentence` as its `message` unless it has one. */
export function withMessage(answer: unknown, sentence: string): object {
  const message = field(answer, 'message')
  const told = typeof message === 'string' && message.trim() !== ''
  return { ...beside(answer), message: told ? message : sentence }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function field(value: unknown, name: string): unknown {
  return isObject(value) && name in value ? value[name as keyof typeof value] : undefined
}
