import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  prixEndpoints,
  type apercuDeRevision,
  type historiqueDesPrix,
  type revisionInput,
} from '#features/prix/prix.contract.ts'
import type { TypeBien } from '#shared/biens.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { Blank } from '#web/kit/call/answerShapes.ts'
import { ApiError, callApi, callRecord } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

export type HistoriqueLu = Wire<typeof historiqueDesPrix>
export type ApercuLu = Wire<typeof apercuDeRevision>
export type DemandeDeRevision = Omit<Wire<typeof revisionInput>, 'essai' | 'empreinte' | 'motif'>

/** A bien as the title of its history names it. */
export interface BienTarife {
  id: number
  type: TypeBien
  numero: string | number
}

const VIDE: Blank<HistoriqueLu> = {
  bien: { type: 'appartement', numero: '' },
  prix: 0,
  prixM2: null,
  data: [{ revision: null, vente: null }],
  depart: 0,
}

const key = 'prix'

export const prixQueries = {
  history: (id: number) =>
    queryOptions({
      queryKey: [key, 'historique', id],
      queryFn: ({ signal }) => callRecord(prixEndpoints.history, { params: { id }, signal }, VIDE),
    }),
  /** Preview of a revision. The former preview stays shown until the next has come; `isPlaceholderData` tells them apart. */
  preview: (demande: DemandeDeRevision, enabled: boolean) =>
    queryOptions({
      queryKey: [key, 'apercu', demande],
      queryFn: async ({ signal }): Promise<ApercuLu> => {
        const { data } = await callApi(prixEndpoints.revise, { body: { ...demande, essai: true }, signal })
        if ('empreinte' in data) return data
        throw new ApiError(200, {})
      },
      enabled,
      placeholderData: keepPreviousData,
      // Other members may sell a lot meanwhile, so no preview is reused.
      staleTime: 0,
      gcTime: 0,
      retry: false,
    }),
}

export function useRevisePrix() {
  return useChange(({ idempotencyKey, ...body }: Wire<typeof revisionInput> & { idempotencyKey: string }) =>
    callApi(prixEndpoints.revise, { body, idempotencyKey }),
  )
}
