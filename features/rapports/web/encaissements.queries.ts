import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { encaissementsEndpoints } from '#features/rapports/encaissements.contract.ts'
import { callApi } from '#web/kit/call/api.ts'

export interface EncaissementsAsked {
  du: string
  au: string
  residence: string
}

export const encaissementsQuery = (asked: EncaissementsAsked, page: number) =>
  queryOptions({
    queryKey: ['rapports', 'encaissements', asked, page],
    queryFn: ({ signal }) => callApi(encaissementsEndpoints.read, { query: { ...asked, page }, signal }),
    placeholderData: keepPreviousData,
  })

/** Amounts are in decimal dinars here, as on the wire. */
export type EncaissementsLus = Awaited<
  ReturnType<NonNullable<ReturnType<typeof encaissementsQuery>['queryFn']>>
>
export type SommesLues = EncaissementsLus['totals']
