import { queryOptions } from '@tanstack/react-query'
import { appartementsEndpoints, type appartement } from '#features/biens/appartements.contract.ts'
import { recordQueries } from '#features/structure/web/structure.queries.ts'
import { acheteurLu, type Lot, type LotsQuery } from '#features/biens/web/lots.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import type { Wire } from '#shared/endpoint.ts'
import { APPARTEMENT_VIDE, RAPPORT_APPARTEMENT_VIDE } from '#features/biens/web/biens.blanks.ts'
import { ApiError, callApi, callFile, callPage, callRecord, messageOf } from '#web/kit/call/api.ts'
import { openInNewTab } from '#web/kit/file/files.ts'

const key = 'appartements'

/** An appartement from the API, amounts and areas in decimals. */
export type AppartementLu = Wire<typeof appartement>

const CARTES = 6
const RELATIONS = { with: 'etage.bloc.residence,client,paiements' }

export const appartementsQueries = {
  ...recordQueries(key, {
    page: ({ per_page = CARTES, ...query }: LotsQuery, signal) =>
      callPage(
        appartementsEndpoints.list,
        { query: { ...query, per_page, ...RELATIONS }, signal },
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

export function toLot(appartement: AppartementLu): Lot {
  return {
    ...appartement,
    type: 'appartement',
    numero: appartement.numLot,
    estDispo: appartement.client_id === null,
    client: acheteurLu(appartement),
  }
}

/** Opens the PDF plan in a new tab. */
export const openPlan = (id: number, onError: (message: string) => void): void =>
  void openInNewTab(() => fetchPlan(id)).catch((error: unknown) =>
    onError(messageOf(error, 'Erreur lors du téléchargement du plan.')),
  )

/** Fetches the plan. An answer that is no PDF is a failure, whose reason JSON gives under `error` (D2 §5, Q135). */
async function fetchPlan(id: number) {
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

export const appartementCalls = {
  assigner: (id: number, body: VenteSaisie) =>
    callApi(appartementsEndpoints.assigner, { params: { id }, body }),
  retirer: (id: number) => callApi(appartementsEndpoints.retirer, { params: { id } }),
  supprimer: (id: number) => callApi(appartementsEndpoints.remove, { params: { id } }),
}
