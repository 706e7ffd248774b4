import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { clientsEndpoints, type ClientInput } from '#features/clients/clients.contract.ts'
import { BIENS_DU_CLIENT_VIDES, CLIENT_VIDE, FICHE_CLIENT_VIDE } from '#web/blanks.ts'
import { callApi, callList, callPage, callRecord } from '#web/api.ts'

const key = ['clients'] as const

/** Nouns whose screens show clients' names, or what they own and owe. */
const SHOWN: ReadonlySet<unknown> = new Set([
  'clients',
  'etages',
  'blocs',
  'residences',
  'appartements',
  'locaux',
  'parkings',
  'paiements',
  'recap',
  'recherche',
])

const clientsChanged = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => SHOWN.has(queryKey[0]) })

export const clientsQueries = {
  page: (page: number) =>
    queryOptions({
      queryKey: [...key, 'page', page],
      queryFn: ({ signal }) =>
        callPage(
          clientsEndpoints.list,
          { query: { page, per_page: 10 }, signal },
          { blank: FICHE_CLIENT_VIDE },
        ),
      placeholderData: keepPreviousData,
    }),
  all: () =>
    queryOptions({
      queryKey: [...key, 'all'],
      queryFn: ({ signal }) => callList(clientsEndpoints.all, { signal }, { blank: CLIENT_VIDE }),
    }),
  read: (id: number) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: ({ signal }) =>
        callRecord(clientsEndpoints.read, { params: { id }, signal }, FICHE_CLIENT_VIDE),
    }),
  assets: (id: number) =>
    queryOptions({
      queryKey: [...key, id, 'assets'],
      queryFn: ({ signal }) =>
        callRecord(clientsEndpoints.assets, { params: { id }, signal }, BIENS_DU_CLIENT_VIDES),
    }),
}

export function useCreateClient() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: ClientInput & { idempotencyKey: string }) =>
      callApi(clientsEndpoints.create, { body, idempotencyKey }),
    onSuccess: () => clientsChanged(client),
  })
}

export function useUpdateClient() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: ClientInput & { id: number; version: number }) =>
      callApi(clientsEndpoints.update, { params: { id }, body }),
    onSuccess: () => clientsChanged(client),
  })
}

export function useDeleteClient() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => callApi(clientsEndpoints.remove, { params: { id } }),
    onSuccess: () => clientsChanged(client),
  })
}
