import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { locauxEndpoints, type local, type localReport } from '#features/locaux/locaux.contract.ts'
import type { LotVendable } from '#features/ventes/web/lots.ts'
import type { Wire } from '#shared/endpoint.ts'
import { LOCAL_VIDE, RAPPORT_LOCAL_VIDE } from '#features/locaux/web/locaux.blanks.ts'
import { callApi, callList, callPage, callRecord } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

const key = ['locaux'] as const

/** A local as the API gives it: amounts and areas are decimal numbers. */
export type LocalLu = Wire<typeof local>
export type LocalReportLu = Wire<typeof localReport>

/** What a page is asked with; more than `page` only when the filters go beyond the loaded page. */
interface LocauxPageQuery {
  page: number
  per_page?: number
  tri?: string
  residence_id?: number | undefined
  bloc_id?: number | undefined
  client_id?: number | undefined
  etat?: string | undefined
}

const CARTES = 6
const RELATIONS = { with: 'bloc.residence,client,paiements' }

export const locauxQueries = {
  page: ({ page, per_page = CARTES, tri, residence_id, bloc_id, client_id, etat }: LocauxPageQuery) =>
    queryOptions({
      queryKey: [...key, 'page', { page, per_page, tri, residence_id, bloc_id, client_id, etat }],
      queryFn: ({ signal }) =>
        callPage(
          locauxEndpoints.list,
          { query: { page, residence_id, bloc_id, client_id, etat, tri, per_page, ...RELATIONS }, signal },
          { blank: LOCAL_VIDE },
        ),
      placeholderData: keepPreviousData,
    }),
  read: (id: number) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: ({ signal }) => callRecord(locauxEndpoints.read, { params: { id }, signal }, LOCAL_VIDE),
    }),
  report: (id: number) =>
    queryOptions({
      queryKey: [...key, id, 'report'],
      queryFn: ({ signal }) =>
        callRecord(locauxEndpoints.report, { params: { id }, signal }, RAPPORT_LOCAL_VIDE),
    }),
  /** The numbers a bloc already has. */
  numerosOfBloc: (blocId: number) =>
    queryOptions({
      queryKey: [...key, 'bloc', blocId, 'numeros'],
      queryFn: async ({ signal }) => {
        const rows = await callList(
          locauxEndpoints.list,
          { query: { bloc_id: blocId, per_page: 1000 }, signal },
          { blank: LOCAL_VIDE },
        )
        return rows.map(({ num }) => num)
      },
    }),
}

/** The local as selling sees it. */
export function toLot(found: LocalLu): LotVendable {
  return { ...found, type: 'local', numero: found.num }
}

/** What the form sends; a new local is available and has no client unless one is chosen (D2 §4). */
type LocalSaisi = Wire<(typeof locauxEndpoints)['create']['body']> & { estDispo?: boolean }

export function useCreateLocal() {
  return useChange(({ idempotencyKey, ...body }: LocalSaisi & { idempotencyKey: string }) =>
    callApi(locauxEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdateLocal() {
  return useChange(({ id, ...body }: LocalSaisi & { id: number; version: number }) =>
    callApi(locauxEndpoints.update, { params: { id }, body }),
  )
}

export function useDeleteLocal() {
  return useChange((id: number) => callApi(locauxEndpoints.remove, { params: { id } }))
}

export function useAssignerLocal() {
  return useChange(
    ({ id, client_id }: { id: number; client_id: number | string }) =>
      callApi(locauxEndpoints.assigner, { params: { id }, body: { client_id } }),
    { evenRefused: true },
  )
}

export function useRetirerLocal() {
  return useChange((id: number) => callApi(locauxEndpoints.retirer, { params: { id } }))
}
