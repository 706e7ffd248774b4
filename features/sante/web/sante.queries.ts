import { queryOptions } from '@tanstack/react-query'
import { santeEndpoints } from '#features/sante/sante.contract.ts'
import { callApi, callRecord } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

/** How often one asks whether a look at the rules is over, in ms. */
const EVERY = 1_000

const VIDE = {
  version: '',
  base: { moteur: '', taille: 0, integree: false },
  fichiers: { nombre: 0, taille: 0 },
  disque: null,
  demarre_le: '',
  verification: null,
  en_cours: false,
} as const

const read = (signal: AbortSignal) => callRecord(santeEndpoints.read, { signal }, VIDE)
export type SanteLue = Awaited<ReturnType<typeof read>>

export const santeQuery = queryOptions({
  queryKey: ['sante'],
  queryFn: ({ signal }) => read(signal),
  refetchInterval: ({ state }) => (state.data?.en_cours ? EVERY : false),
})

export function useVerifier() {
  return useChange((idempotencyKey: string) => callApi(santeEndpoints.verifier, { idempotencyKey }), {
    evenRefused: true,
  })
}
