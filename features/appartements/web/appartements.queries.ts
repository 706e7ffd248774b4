import { queryOptions } from '@tanstack/react-query'
import {
  appartementsEndpoints,
  type appartement,
  type appartementReport,
} from '#features/appartements/appartements.contract.ts'
import { lotsQueries } from '#features/biens/web/lots.queries.ts'
import type { LotSitue, LotVendable, SuiviLu } from '#features/biens/web/lots.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import type { Wire } from '#shared/endpoint.ts'
import { APPARTEMENT_VIDE, RAPPORT_APPARTEMENT_VIDE } from '#features/appartements/web/appartements.blanks.ts'
import { ApiError, callApi, callFile, callPage, callRecord } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

const key = 'appartements'

/** An appartement as the API gives it: amounts and areas are decimal numbers. */
export type AppartementLu = Wire<typeof appartement>
export type AppartementReportLu = Wire<typeof appartementReport>

const RELATIONS = { with: 'etage.bloc.residence,client,paiements' }

export const appartementsQueries = {
  ...lotsQueries(key, {
    page: (query, signal) =>
      callPage(
        appartementsEndpoints.list,
        { query: { ...query, ...RELATIONS }, signal },
        { blank: APPARTEMENT_VIDE },
      ),
    read: (id, signal) =>
      callRecord(appartementsEndpoints.read, { params: { id }, signal }, APPARTEMENT_VIDE),
    report: (id, signal) =>
      callRecord(appartementsEndpoints.report, { params: { id }, signal }, RAPPORT_APPARTEMENT_VIDE),
  }),
  superficie: (id: number) =>
    queryOptions({
      queryKey: [key, id, 'superficie'],
      queryFn: ({ signal }) => callApi(appartementsEndpoints.superficie, { params: { id }, signal }),
    }),
}

/** The appartement as selling sees it. */
export function toLot(appartement: AppartementLu): LotVendable & LotSitue & SuiviLu {
  return {
    ...appartement,
    type: 'appartement',
    numero: appartement.numLot,
    estDispo: appartement.client_id === null,
  }
}

/**
 * The plan. An answer that is no PDF is a failure: JSON says why under `error`, anything else is of a wrong kind (D2 §5, Q135).
 */
export async function fetchPlan(id: number) {
  const plan = await callFile(appartementsEndpoints.plan, { params: { id } }).catch((error: unknown) => {
    const silent = error instanceof ApiError && error.serverMessage === undefined
    throw silent && error.status >= 400 && error.status < 500 ? inconnue(error.status) : error
  })
  if (plan.blob.type.startsWith('application/pdf')) return plan
  if (!plan.blob.type.startsWith('application/json'))
    throw new ApiError(200, { message: 'Type de contenu invalide reçu.' })
  const said: unknown = JSON.parse(await plan.blob.text())
  const error = typeof said === 'object' && said !== null && 'error' in said ? said.error : undefined
  throw typeof error === 'string' && error !== '' ? new ApiError(200, { message: error }) : inconnue(200)
}

const inconnue = (status: number) => new ApiError(status, { message: 'Erreur inconnue du serveur.' })

/** What the form sends; an absent field is left as it is, an amount cleared on purpose is null (Q122). */
type AppartementSaisi = Wire<(typeof appartementsEndpoints)['create']['body']> & { file: File | null }

export function useCreateAppartement() {
  return useChange(({ file, idempotencyKey, ...body }: AppartementSaisi & { idempotencyKey: string }) =>
    callApi(appartementsEndpoints.create, { body, file, idempotencyKey }),
  )
}

export function useUpdateAppartement() {
  return useChange(
    ({ id, file, ...body }: AppartementSaisi & { id: number; version: number; plan_pdf?: '' }) =>
      callApi(appartementsEndpoints.update, { params: { id }, body, file }),
  )
}

/** What selling it, taking it back and deleting it ask for. */
export const appartementCalls = {
  assigner: (id: number, body: VenteSaisie) =>
    callApi(appartementsEndpoints.assigner, { params: { id }, body }),
  retirer: (id: number) => callApi(appartementsEndpoints.retirer, { params: { id } }),
  supprimer: (id: number) => callApi(appartementsEndpoints.remove, { params: { id } }),
}
