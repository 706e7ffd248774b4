import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { appartementsEndpoints } from '#features/appartements/appartements.contract.ts'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { locauxEndpoints } from '#features/locaux/locaux.contract.ts'
import { appelsDuBien } from '#features/paiements/paiements.appels.ts'
import { paiementsEndpoints, type paiement } from '#features/paiements/paiements.contract.ts'
import type { BienAdresse } from '#features/paiements/paiements.rules.ts'
import { placesEndpoints } from '#features/parkings/places.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi } from '#web/api.ts'

const key = ['paiements'] as const

/** A payment as the API gives it: amounts in decimal dinars. */
export type PaiementLu = Wire<typeof paiement>

/** Whatever shows what is paid or what remains. */
const SOMMES: ReadonlySet<unknown> = new Set([
  'paiements',
  'recap',
  'appartements',
  'locaux',
  'parkings',
  'places',
  'clients',
  'residences',
  'tableau-de-bord',
])

/** Reads again whatever shows an amount paid. Every change of a payment ends with it. */
function paiementsChanged(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => SOMMES.has(queryKey[0]) })
}

/** The forms a list of payments may have: plain, in an envelope, in one whose last page stands in `meta` (D3 §3, Q161). */
interface Enveloppe {
  data: PaiementLu[]
  last_page?: number
  meta?: { last_page?: number }
}

function toPage(answer: PaiementLu[] | Enveloppe): { rows: PaiementLu[]; lastPage: number } {
  if (Array.isArray(answer)) return { rows: answer, lastPage: 1 }
  return { rows: answer.data, lastPage: answer.last_page ?? answer.meta?.last_page ?? 1 }
}

const PAR_PAGE = 6

export const paiementsQueries = {
  /** A page of a bien's payments, newest first. */
  page: ({ type, id }: BienAdresse, page: number) =>
    queryOptions({
      queryKey: [...key, type, id, 'page', page],
      queryFn: async ({ signal }) =>
        toPage(
          await callApi(appelsDuBien[type].list, {
            params: { id },
            query: { page, per_page: PAR_PAGE },
            signal,
          }),
        ),
      placeholderData: keepPreviousData,
    }),
  /** All payments of a bien, for what remains (Q160). */
  all: ({ type, id }: BienAdresse) =>
    queryOptions({
      queryKey: [...key, type, id, 'tous'],
      queryFn: async ({ signal }) =>
        toPage(await callApi(appelsDuBien[type].list, { params: { id }, signal })).rows,
    }),
  /** What remains of a bien and each line behind it. */
  solde: ({ type, id }: BienAdresse) =>
    queryOptions({
      queryKey: [...key, type, id, 'solde'],
      queryFn: ({ signal }) => callApi(appelsDuBien[type].solde, { params: { id }, signal }),
    }),
}

/** A list that comes bare or under a name (Q29). */
const rowsOf = <T>(answer: T[] | { data: T[] }): T[] => (Array.isArray(answer) ? answer : answer.data)

/** What the selects of the payment form offer (D3 §4): the clients, then what the chosen one owns. */
export const choixQueries = {
  clients: () =>
    queryOptions({
      queryKey: ['clients', 'choix'],
      queryFn: async ({ signal }) => rowsOf(await callApi(clientsEndpoints.list, { signal })),
    }),
  appartements: (clientId: number) =>
    queryOptions({
      queryKey: ['clients', clientId, 'appartements'],
      queryFn: async ({ signal }) =>
        rowsOf(await callApi(appartementsEndpoints.ofClient, { params: { id: clientId }, signal })),
    }),
  places: (clientId: number) =>
    queryOptions({
      queryKey: ['clients', clientId, 'places'],
      queryFn: async ({ signal }) =>
        (await callApi(placesEndpoints.ofClient, { params: { id: clientId }, signal })).places,
    }),
  locaux: (clientId: number) =>
    queryOptions({
      queryKey: ['clients', clientId, 'locaux'],
      queryFn: async ({ signal }) =>
        rowsOf(await callApi(locauxEndpoints.ofClient, { params: { id: clientId }, signal })),
    }),
}

/** The bien of the detail screen, from the call of its kind (D3 §7). */
export const bienQueries = {
  appartement: (id: number) =>
    queryOptions({
      queryKey: ['appartements', id],
      queryFn: ({ signal }) => callApi(appartementsEndpoints.read, { params: { id }, signal }),
    }),
  place_parking: (id: number) =>
    queryOptions({
      queryKey: ['places', id],
      queryFn: ({ signal }) => callApi(placesEndpoints.detail, { params: { id }, signal }),
    }),
  local: (id: number) =>
    queryOptions({
      queryKey: ['locaux', id],
      queryFn: ({ signal }) => callApi(locauxEndpoints.read, { params: { id }, signal }),
    }),
}

/** What the form sends; ids of the two other biens null, amount in decimal dinars. */
type PaiementSaisi = Wire<(typeof paiementsEndpoints)['create']['body']>

export function useCreatePaiement() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: PaiementSaisi & { idempotencyKey: string }) =>
      callApi(paiementsEndpoints.create, { body, idempotencyKey }),
    onSuccess: () => paiementsChanged(client),
  })
}

export function useUpdatePaiement() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: PaiementSaisi & { id: number; version: number }) =>
      callApi(paiementsEndpoints.update, { params: { id }, body }),
    onSuccess: () => paiementsChanged(client),
  })
}

/** For a form that is left after a failure: a lost answer may have hidden a payment that was recorded. */
export function useRelirePaiements(): () => void {
  const client = useQueryClient()
  return () => void paiementsChanged(client)
}

/** The payment as it is now, for who edits an older version of it. */
export const readPaiementLu = (id: number): Promise<PaiementLu> =>
  callApi(paiementsEndpoints.read, { params: { id } })

export function useDeletePaiement() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => callApi(paiementsEndpoints.remove, { params: { id } }),
    onSuccess: () => paiementsChanged(client),
  })
}
