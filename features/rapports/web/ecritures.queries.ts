import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ecrituresEndpoints, type ligneDEcriture } from '#features/rapports/ecritures.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi } from '#web/kit/call/api.ts'

/** Amounts are in decimal dinars here, as on the wire. */
export type EcritureLue = Wire<typeof ligneDEcriture> & {
  /** Its place on the page: two lines may say the same. */
  rang: number
}

export const ecrituresQuery = (mois: string, page: number) =>
  queryOptions({
    queryKey: ['rapports', 'ecritures', mois, page],
    queryFn: async ({ signal }) => {
      const { data, ...lues } = await callApi(ecrituresEndpoints.read, { query: { mois, page }, signal })
      return { ...lues, data: data.map((ligne, rang): EcritureLue => ({ ...ligne, rang })) }
    },
    placeholderData: keepPreviousData,
  })
