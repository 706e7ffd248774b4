import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Par, ventesRapportEndpoints } from '#features/rapports/ventes.contract.ts'
import { callApi } from '#web/kit/call/api.ts'

export interface VentesAsked {
  du: string
  au: string
  par: Par
}

export const ventesQuery = (asked: VentesAsked, page: number) =>
  queryOptions({
    queryKey: ['rapports', 'ventes', asked, page],
    queryFn: ({ signal }) => callApi(ventesRapportEndpoints.ventes, { query: { ...asked, page }, signal }),
    placeholderData: keepPreviousData,
  })

/** Amounts are in decimal dinars here, as on the wire. */
export type VentesLues = Awaited<ReturnType<NonNullable<ReturnType<typeof ventesQuery>['queryFn']>>>
