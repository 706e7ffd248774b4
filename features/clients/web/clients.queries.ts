import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  clientsEndpoints,
  type ClientInput,
  type ClientResume,
  type DoublonsQuery,
} from '#features/clients/clients.contract.ts'
import { CLIENT_VIDE, DOUBLON_VIDE, FICHE_CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'
import { LOOKUP_LIMIT } from '#web/kit/useLookup.ts'
import { callApi, callList, callPage, callRecord } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

const key = ['clients'] as const

/** For select boxes: the first ones by name, or those whose name or phone contains the text. */
const choix = (search = '') =>
  queryOptions({
    queryKey: [...key, 'choix', search],
    queryFn: ({ signal }): Promise<ClientResume[]> =>
      callList(
        clientsEndpoints.all,
        { query: { search }, atMost: LOOKUP_LIMIT, signal },
        { blank: CLIENT_VIDE },
      ),
  })
const read = (id: number) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => callRecord(clientsEndpoints.read, { params: { id }, signal }, FICHE_CLIENT_VIDE),
  })

export const clientsQueries = {
  choix,
  read,
  lookup: { choix, read },
  /** Ten by name, or as a table asks for them. */
  page: (query: { page: number; per_page?: number; tri?: string }) =>
    queryOptions({
      queryKey: [...key, 'page', query],
      queryFn: ({ signal }) =>
        callPage(
          clientsEndpoints.list,
          { query: { ...query, per_page: query.per_page ?? 10 }, signal },
          { blank: FICHE_CLIENT_VIDE },
        ),
      placeholderData: keepPreviousData,
    }),
  /** Who has one of these numbers already. What is typed is not read again by itself. */
  doublons: (query: Partial<DoublonsQuery>) =>
    queryOptions({
      queryKey: ['doublons', query],
      queryFn: ({ signal }) =>
        callList(clientsEndpoints.doublons, { query, signal }, { blank: DOUBLON_VIDE }),
      retry: false,
    }),
  all: () =>
    queryOptions({
      queryKey: [...key, 'all'],
      queryFn: ({ signal }) => callList(clientsEndpoints.all, { signal }, { blank: CLIENT_VIDE }),
    }),
}

export function useCreateClient() {
  return useChange(({ idempotencyKey, ...body }: ClientInput & { idempotencyKey: string }) =>
    callApi(clientsEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdateClient() {
  return useChange(({ id, ...body }: ClientInput & { id: number; version: number }) =>
    callApi(clientsEndpoints.update, { params: { id }, body }),
  )
}

export function useDeleteClient() {
  return useChange((id: number) => callApi(clientsEndpoints.remove, { params: { id } }))
}
