import { queryOptions } from '@tanstack/react-query'
import { locauxEndpoints, type local, type localReport } from '#features/locaux/locaux.contract.ts'
import { lotsQueries } from '#features/biens/web/lots.queries.ts'
import type { LotSitue, LotVendable, SuiviLu } from '#features/biens/web/lots.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import type { Wire } from '#shared/endpoint.ts'
import { LOCAL_VIDE, RAPPORT_LOCAL_VIDE } from '#features/locaux/web/locaux.blanks.ts'
import { callApi, callList, callPage, callRecord } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

const key = 'locaux'

/** A local as the API gives it: amounts and areas are decimal numbers. */
export type LocalLu = Wire<typeof local>
export type LocalReportLu = Wire<typeof localReport>

const RELATIONS = { with: 'bloc.residence,client,paiements' }

export const locauxQueries = {
  ...lotsQueries(key, {
    // A local stands on no étage.
    page: ({ etage_id: _etage, ...query }, signal) =>
      callPage(locauxEndpoints.list, { query: { ...query, ...RELATIONS }, signal }, { blank: LOCAL_VIDE }),
    read: (id, signal) => callRecord(locauxEndpoints.read, { params: { id }, signal }, LOCAL_VIDE),
    report: (id, signal) =>
      callRecord(locauxEndpoints.report, { params: { id }, signal }, RAPPORT_LOCAL_VIDE),
  }),
  /** The numbers a bloc already has. */
  numerosOfBloc: (blocId: number) =>
    queryOptions({
      queryKey: [key, 'bloc', blocId, 'numeros'],
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
export function toLot(found: LocalLu): LotVendable & LotSitue & SuiviLu {
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

/** What selling it, taking it back and deleting it ask for. */
export const localCalls = {
  assigner: (id: number, body: VenteSaisie) => callApi(locauxEndpoints.assigner, { params: { id }, body }),
  retirer: (id: number) => callApi(locauxEndpoints.retirer, { params: { id } }),
  supprimer: (id: number) => callApi(locauxEndpoints.remove, { params: { id } }),
}
