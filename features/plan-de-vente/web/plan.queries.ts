import { queryOptions } from '@tanstack/react-query'
import {
  planDeVenteEndpoints,
  type lot,
  type planDeVente,
} from '#features/plan-de-vente/plan-de-vente.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callFile, callRecord } from '#web/kit/call/api.ts'

export type PlanLu = Wire<typeof planDeVente>
export type LotLu = Wire<typeof lot>
export type BlocLu = PlanLu['blocs'][number]
export type ParkingLu = PlanLu['parkings'][number]

const VIDE = {
  residence: { nom: '', adresse: '' },
  totaux: [],
  blocs: [{ nomloc: '', etages: [{ designation: '', lots: [] }], locaux: [] }],
  parkings: [{ parking_nom: '', places: [] }],
} as const

const MINUTE = 60_000

export const planQueries = {
  /** The plan is read again every minute and on return, because other members sell too. No other view or residence is shown meanwhile. */
  read: (id: number, client: boolean) =>
    queryOptions({
      queryKey: ['plan-de-vente', id, client ? 'client' : 'interne'],
      queryFn: ({ signal }) =>
        callRecord(
          planDeVenteEndpoints.read,
          { params: { id }, query: client ? { vue: 'client' } : {}, signal },
          VIDE,
        ),
      enabled: id > 0,
      refetchOnWindowFocus: 'always',
      refetchInterval: MINUTE,
    }),
}

interface Imprime {
  residence: number
  bloc: string
  format: 'a4' | 'a3'
  client: boolean
}

export const fetchPlanPdf = ({ residence, bloc, format, client }: Imprime, signal: AbortSignal) =>
  callFile(planDeVenteEndpoints.pdf, {
    params: { id: residence },
    query: {
      format,
      ...(client && { vue: 'client' }),
      ...(/^[1-9]\d*$/.test(bloc) && { bloc_id: Number(bloc) }),
    },
    signal,
  })
