import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { utilisateurQuery } from '#features/acces/web/acces.queries.ts'
import { membresEndpoints, type Membre } from '#features/membres/membres.contract.ts'
import { readMembresPage } from '#features/membres/web/readMembresPage.ts'
import { callApi } from '#web/api.ts'

const key = ['membres'] as const
const PAR_PAGE = 6

export const membresQueries = {
  page: (page: number) =>
    queryOptions({
      queryKey: [...key, 'page', page],
      queryFn: async ({ signal }) =>
        readMembresPage(
          await callApi(membresEndpoints.list, { query: { page, per_page: PAR_PAGE }, signal }),
        ),
      placeholderData: keepPreviousData,
    }),
}

/** The member as he is now: after somebody else saved him in between. */
export const readMembre = (id: number) => callApi(membresEndpoints.read, { params: { id } })

/** A change of members shows in the list, in the dashboard's counts and, for oneself, in the header (or leads to Login). */
export async function membresChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: key }),
    client.invalidateQueries({ queryKey: ['tableau-de-bord'] }),
    client.fetchQuery({ ...utilisateurQuery, staleTime: 0 }).catch(() => undefined),
  ])
}

interface Saved {
  name: string
  email: string
  password: string
  password_confirmation: string
}

export function useCreateMembre() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: Saved & { idempotencyKey: string }) =>
      callApi(membresEndpoints.create, { body, idempotencyKey }),
    onSuccess: () => membresChanged(client),
  })
}

export function useUpdateMembre() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Saved & { id: number; version: number }) =>
      callApi(membresEndpoints.update, { params: { id }, body: { ...body, id } }),
    onSuccess: () => membresChanged(client),
  })
}

export function useDeleteMembre() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => callApi(membresEndpoints.remove, { params: { id } }),
    onSuccess: () => membresChanged(client),
  })
}

/** Activates a disabled member, disables an active one. */
export function useToggleMembre() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, statut }: Membre) =>
      callApi(statut === 'activé' ? membresEndpoints.disable : membresEndpoints.activate, { params: { id } }),
    onSuccess: () => membresChanged(client),
  })
}
