import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  clientsEndpoints,
  type ClientInput,
  type ClientResume,
  type DoublonsQuery,
} from '#features/clients/clients.contract.ts'
import { LOOKUP_LIMIT } from '#web/kit/select/useLookup.ts'
import { callApi, callList, callPage } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

export const CLIENT_VIDE = { id: 0, nomComplet: '', tel: '', email: '' } as const
/** A client beside what is his. An answer that lacks his phone or e-mail does not say that he has none: « N/A » (Q56). */
export const ACHETEUR_VIDE = { ...CLIENT_VIDE, tel: 'N/A', email: 'N/A' } as const
const FICHE_CLIENT_VIDE = { ...CLIENT_VIDE, adresse: null } as const

const key = ['clients'] as const

/** Options of a select box: the first clients by name whose name or phone contains the text. */
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
    queryFn: ({ signal }) => callApi(clientsEndpoints.read, { params: { id }, signal }),
  })

export const clientsQueries = {
  choix,
  read,
  lookup: { choix, read },
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
  /** Clients with one of the typed numbers. A failed look-up is not repeated. */
  doublons: (query: Partial<DoublonsQuery>) =>
    queryOptions({
      queryKey: ['doublons', query],
      queryFn: async ({ signal }) => (await callApi(clientsEndpoints.doublons, { query, signal })).data,
      retry: false,
    }),
  among: (ids: readonly number[]) =>
    queryOptions({
      queryKey: [...key, 'among', ids],
      queryFn: ({ signal }) => callList(clientsEndpoints.all, { only: ids, signal }, { blank: CLIENT_VIDE }),
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
