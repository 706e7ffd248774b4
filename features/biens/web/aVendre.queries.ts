import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { biensEndpoints, type bienAVendre } from '#features/biens/biens.contract.ts'
import type { TypeBien } from '#shared/biens.ts'
import type { Wire } from '#shared/endpoint.ts'
import { formatSurface, fromDecimal } from '#shared/argent.ts'
import { isole, isoleLieux } from '#shared/texte.ts'
import { callApi } from '#web/kit/call/api.ts'
import { LOOKUP_LIMIT, type LookupOption } from '#web/kit/select/useLookup.ts'

/** A bien for sale from the API, amounts and areas in decimals. */
export type BienAVendreLu = Wire<typeof bienAVendre>
export interface AVendreChoix {
  residence_id?: number | undefined
  type?: TypeBien | undefined
  client_id?: number | undefined
}

const key = ['biens', 'a-vendre'] as const

export const aVendreQueries = {
  choix: (choix: AVendreChoix) => (search: string) =>
    queryOptions({
      queryKey: [...key, choix, search] as const,
      queryFn: async ({ signal }) => {
        const query = { ...choix, search, per_page: LOOKUP_LIMIT }
        return (await callApi(biensEndpoints.aVendre, { query, signal })).data
      },
    }),
  /** Reads a bien from the cache: no call reads a single bien for sale. */
  found: (client: QueryClient) => (id: number) =>
    queryOptions({
      queryKey: ['bien à vendre', id] as const,
      queryFn: () => {
        const known = findAVendre(client, id)
        if (!known) throw new Error(`${id} was in no answer`)
        return known
      },
    }),
}

/** Finds a bien in the cached searches; the latest search wins, since its price may have changed. */
export const findAVendre = (client: QueryClient, id: number): BienAVendreLu | undefined =>
  client
    .getQueryCache()
    .findAll({ queryKey: key })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ queryKey }) => client.getQueryData<BienAVendreLu[]>(queryKey) ?? [])
    .find((bien) => bien.id === id)

export const optionAVendre = ({ id, designation, lieu, residence }: BienAVendreLu): LookupOption => ({
  id,
  label: isole(designation, isoleLieux(lieu, residence)),
})

export const surfaceAVendre = ({ surface }: BienAVendreLu): string =>
  surface === null ? '' : formatSurface(fromDecimal(surface))
