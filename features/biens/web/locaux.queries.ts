import { locauxEndpoints, type local } from '#features/biens/locaux.contract.ts'
import { recordQueries } from '#features/structure/web/structure.queries.ts'
import { acheteurLu, type Lot, type LotsQuery } from '#features/biens/web/lots.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import type { Wire } from '#shared/endpoint.ts'
import { LOCAL_VIDE, RAPPORT_LOCAL_VIDE } from '#features/biens/web/biens.blanks.ts'
import { callApi, callPage, callRecord } from '#web/kit/call/api.ts'

const key = 'locaux'

/** A local from the API, amounts and areas in decimals. */
export type LocalLu = Wire<typeof local>

const CARTES = 6
const RELATIONS = { with: 'bloc.residence,client,paiements' }

export const locauxQueries = {
  ...recordQueries(key, {
    page: ({ per_page = CARTES, etage_id: _etage, ...query }: LotsQuery, signal) =>
      callPage(
        locauxEndpoints.list,
        { query: { ...query, per_page, ...RELATIONS }, signal },
        { blank: LOCAL_VIDE },
      ),
    read: (id, signal) => callRecord(locauxEndpoints.read, { params: { id }, signal }, LOCAL_VIDE),
    report: (id, signal) =>
      callRecord(locauxEndpoints.report, { params: { id }, signal }, RAPPORT_LOCAL_VIDE),
  }),
}

export function toLot(found: LocalLu): Lot {
  return { ...found, type: 'local', numero: found.num, client: acheteurLu(found) }
}

export const localCalls = {
  assigner: (id: number, body: VenteSaisie) => callApi(locauxEndpoints.assigner, { params: { id }, body }),
  retirer: (id: number) => callApi(locauxEndpoints.retirer, { params: { id } }),
  supprimer: (id: number) => callApi(locauxEndpoints.remove, { params: { id } }),
}
