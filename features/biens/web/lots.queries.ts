import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Page } from '#web/kit/answers.ts'

/** What a page is asked with; more than `page` only when the filters go beyond the loaded page. */
export interface LotsQuery {
  page: number
  per_page?: number
  tri?: string
  residence_id?: number | undefined
  bloc_id?: number | undefined
  etage_id?: number | undefined
  client_id?: number | undefined
  etat?: string | undefined
}

interface Calls<T, R> {
  page: (query: LotsQuery & { per_page: number }, signal: AbortSignal) => Promise<Page<T>>
  read: (id: number, signal: AbortSignal) => Promise<T>
  report: (id: number, signal: AbortSignal) => Promise<R>
}

const CARTES = 6

/** What is read of a kind of lot, `key` being what the browser keeps it under: six cards unless a table asks for more. */
export const lotsQueries = <T, R>(key: string, calls: Calls<T, R>) => ({
  page: (query: LotsQuery) =>
    queryOptions({
      queryKey: [key, 'page', query],
      queryFn: ({ signal }) => calls.page({ ...query, per_page: query.per_page ?? CARTES }, signal),
      placeholderData: keepPreviousData,
    }),
  read: (id: number) =>
    queryOptions({ queryKey: [key, id], queryFn: ({ signal }) => calls.read(id, signal) }),
  report: (id: number) =>
    queryOptions({ queryKey: [key, id, 'report'], queryFn: ({ signal }) => calls.report(id, signal) }),
})

/** The part of it that the list needs. */
export type LotsQueries<T> = Pick<ReturnType<typeof lotsQueries<T, unknown>>, 'page'>
