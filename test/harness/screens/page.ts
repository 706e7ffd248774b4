import { readTranche, toPage, type Tranche } from '#shared/pagination.ts'
import type { Call } from '#test/harness/screens/answers.ts'

/** A page of a list that holds these rows; all of them unless `of` says how many there are. */
export function onePage<T>(
  data: T[],
  { page = 1, parPage = 6, of = data.length }: Partial<Tranche> & { of?: number } = {},
) {
  return toPage(data, of, readTranche({ page, per_page: parPage }, parPage), '')
}

/** Returns the page of these rows that a call asks for. */
export function pageAsked<T>(rows: readonly T[], { query }: Pick<Call, 'query'>, parPage = 6) {
  const page = Number(query.get('page') ?? 1)
  const size = Number(query.get('per_page') ?? parPage)
  return onePage(rows.slice((page - 1) * size, page * size), { page, parPage: size, of: rows.length })
}
