import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { promoteurEndpoints, type PromoteurInput } from '#features/promoteur/promoteur.contract.ts'
import { PROMOTEUR_VIDE } from '#web/blanks.ts'
import { callApi, callList } from '#web/api.ts'

const key = ['promoteur'] as const

/** The promoter: the first of the list, null while there is none (D3 §4). */
export const promoteurQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) =>
    (await callList(promoteurEndpoints.list, { signal }, { blank: PROMOTEUR_VIDE, alone: true }))[0] ?? null,
})

function useReload() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

export function useCreatePromoteur() {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: PromoteurInput & { idempotencyKey: string }) =>
      callApi(promoteurEndpoints.create, { body, idempotencyKey }),
    onSuccess,
  })
}

export function useUpdatePromoteur() {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: ({ id, ...body }: PromoteurInput & { id: number; version: number }) =>
      callApi(promoteurEndpoints.update, { params: { id }, body }),
    onSuccess,
  })
}

export function useDeletePromoteur() {
  const onSuccess = useReload()
  return useMutation({
    mutationFn: (id: number) => callApi(promoteurEndpoints.remove, { params: { id } }),
    onSuccess,
  })
}
