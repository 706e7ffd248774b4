import { queryOptions } from '@tanstack/react-query'
import { echeancierEndpoints } from '#features/dossiers/echeancier.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callRecord } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

const key = ['echeanciers'] as const

/** How many open dossiers of a residence, or of one of its blocs, have no échéancier, and how many of them are places. */
export const sansEcheancierQuery = (residence: number | null, bloc: number | null) =>
  queryOptions({
    queryKey: [...key, 'sans', residence, bloc],
    queryFn: ({ signal }) =>
      callRecord(
        echeancierEndpoints.countWithout,
        { query: { residence_id: residence ?? undefined, bloc_id: bloc ?? undefined }, signal },
        { dossiers: 0, places: 0 },
      ),
    enabled: residence !== null,
  })

interface Keyed {
  idempotencyKey: string
}
type Generation = Wire<(typeof echeancierEndpoints)['generate']['body']>

/** Refused or not, everything is read again: a payment may have come meanwhile. */
export function useGenerateEcheancier() {
  return useChange(
    ({ id, idempotencyKey, ...body }: Generation & Keyed & { id: number }) =>
      callApi(echeancierEndpoints.generate, { params: { id }, body, idempotencyKey }),
    { evenRefused: true },
  )
}

export function useEditEcheancier() {
  return useChange(({ id, ...body }: Wire<(typeof echeancierEndpoints)['edit']['body']> & { id: number }) =>
    callApi(echeancierEndpoints.edit, { params: { id }, body }),
  )
}

export function useGenerateEcheanciers() {
  return useChange(
    ({ idempotencyKey, ...body }: Wire<(typeof echeancierEndpoints)['generateAll']['body']> & Keyed) =>
      callApi(echeancierEndpoints.generateAll, { body, idempotencyKey }),
  )
}
