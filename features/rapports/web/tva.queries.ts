import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { tvaEndpoints } from '#features/rapports/tva.contract.ts'
import { callApi } from '#web/kit/call/api.ts'

export const tvaQuery = (mois: string) =>
  queryOptions({
    queryKey: ['rapports', 'tva', mois],
    queryFn: ({ signal }) => callApi(tvaEndpoints.read, { query: { mois }, signal }),
    placeholderData: keepPreviousData,
  })

/** Amounts are in decimal dinars here, as on the wire. */
export type TvaLue = Awaited<ReturnType<NonNullable<ReturnType<typeof tvaQuery>['queryFn']>>>
