import { queryOptions } from '@tanstack/react-query'
import { type CompteBancaireInput, comptesEndpoints } from '#features/comptes/comptes.contract.ts'
import type { RowOf } from '#web/kit/call/answerShapes.ts'
import { callApi } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

export type CompteLu = RowOf<(typeof comptesEndpoints)['list']['response']>

/** The accounts, with the one last used. */
export const lesComptes = () =>
  queryOptions({
    queryKey: ['comptes'],
    queryFn: ({ signal }) => callApi(comptesEndpoints.list, { signal }),
  })

export function useCreateCompte() {
  return useChange(({ idempotencyKey, ...body }: CompteBancaireInput & { idempotencyKey: string }) =>
    callApi(comptesEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdateCompte() {
  return useChange(({ id, ...body }: CompteBancaireInput & { id: number; version: number }) =>
    callApi(comptesEndpoints.update, { params: { id }, body }),
  )
}
