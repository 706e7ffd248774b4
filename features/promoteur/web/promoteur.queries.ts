import { queryOptions } from '@tanstack/react-query'
import { promoteurEndpoints, type PromoteurInput } from '#features/promoteur/promoteur.contract.ts'
import { PROMOTEUR_VIDE } from '#features/promoteur/web/promoteur.blanks.ts'
import { callApi, callList } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

const key = ['promoteur'] as const

/** The promoter: the first of the list, null while there is none (D3 §4). */
export const promoteurQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) =>
    (await callList(promoteurEndpoints.list, { signal }, { blank: PROMOTEUR_VIDE, alone: true }))[0] ?? null,
})

export function useCreatePromoteur() {
  return useChange(({ idempotencyKey, ...body }: PromoteurInput & { idempotencyKey: string }) =>
    callApi(promoteurEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdatePromoteur() {
  return useChange(({ id, ...body }: PromoteurInput & { id: number; version: number }) =>
    callApi(promoteurEndpoints.update, { params: { id }, body }),
  )
}

export function useDeletePromoteur() {
  return useChange((id: number) => callApi(promoteurEndpoints.remove, { params: { id } }))
}
