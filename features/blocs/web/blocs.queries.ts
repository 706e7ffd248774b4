import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { blocsEndpoints } from '#features/blocs/blocs.contract.ts'
import { structureChanged } from '#features/residences/web/residences.queries.ts'
import { callApi } from '#web/api.ts'

const key = ['blocs'] as const

/** What a page of blocs is asked with; `residence_id` only when the filter goes beyond the loaded page. */
interface BlocsPageQuery {
  page: number
  residence_id?: number | undefined
}

export const blocsQueries = {
  page: (query: BlocsPageQuery) =>
    queryOptions({
      queryKey: [...key, 'page', query],
      queryFn: ({ signal }) => callApi(blocsEndpoints.list, { query: { ...query, per_page: 6 }, signal }),
      placeholderData: keepPreviousData,
    }),
  all: () =>
    queryOptions({
      queryKey: [...key, 'all'],
      queryFn: ({ signal }) => callApi(blocsEndpoints.all, { signal }),
    }),
  ofResidence: (id: number) =>
    queryOptions({
      queryKey: [...key, 'residence', id],
      queryFn: ({ signal }) => callApi(blocsEndpoints.ofResidence, { params: { id }, signal }),
    }),
  read: (id: number) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: ({ signal }) => callApi(blocsEndpoints.read, { params: { id }, signal }),
    }),
  report: (id: number) =>
    queryOptions({
      queryKey: [...key, id, 'report'],
      queryFn: ({ signal }) => callApi(blocsEndpoints.report, { params: { id }, signal }),
    }),
}

interface BlocSaved {
  nomloc: string
  description: string
  residence_id: number | string
}

export function useCreateBloc() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: BlocSaved & { idempotencyKey: string }) =>
      callApi(blocsEndpoints.create, { body, idempotencyKey }),
    onSuccess: () => structureChanged(client),
  })
}

export function useUpdateBloc() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: BlocSaved & { id: number; version: number }) =>
      callApi(blocsEndpoints.update, { params: { id }, body }),
    onSuccess: () => structureChanged(client),
  })
}

export function useDeleteBloc() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => callApi(blocsEndpoints.remove, { params: { id } }),
    onSuccess: () => structureChanged(client),
  })
}
