import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { previsionsDuRapport } from '#features/rapports/previsions.contract.ts'
import { callApi } from '#web/kit/call/api.ts'

export const previsionsQuery = (residence: string, page: number) =>
  queryOptions({
    queryKey: ['rapports', 'previsions', residence, page],
    queryFn: ({ signal }) => callApi(previsionsDuRapport.read, { query: { residence, page }, signal }),
    placeholderData: keepPreviousData,
  })

/** Amounts are in decimal dinars here, as on the wire. */
export type PrevisionsLues = Awaited<ReturnType<NonNullable<ReturnType<typeof previsionsQuery>['queryFn']>>>
