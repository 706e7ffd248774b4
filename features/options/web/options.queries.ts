import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  optionsEndpoints,
  type option,
  type optionInput,
  type prolongationInput,
} from '#features/options/options.contract.ts'
import type { TypeBien } from '#shared/biens.ts'
import type { Wire } from '#shared/endpoint.ts'
import { orNull, type Blank } from '#web/kit/call/answerShapes.ts'
import { callApi, callList, callPage } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

export type OptionLue = Wire<typeof option>
export type OptionDuBien = Pick<OptionLue, 'id' | 'client_id' | 'nom' | 'tel' | 'expire_le'>

export interface BienNomme {
  id: number
  type: TypeBien
  numero: string | number
}

const VIDE: Blank<OptionLue> = {
  bien: { type: 'appartement', numero: '', designation: '', lieu: '', residence: '' },
  client: orNull({ nomComplet: '', tel: '', email: '' }),
  nom: '',
  tel: null,
  expire_le: '',
  jours_restants: 0,
  note: null,
  prise_par: '',
}

const key = 'options'

interface OptionsFiltres {
  page: number
  search: string
  residence_id: number | undefined
  bloc_id: number | undefined
}

export const optionsQueries = {
  page: (etat: 'en_cours' | 'closes', filtres: OptionsFiltres) =>
    queryOptions({
      queryKey: [key, 'page', etat, filtres],
      queryFn: ({ signal }) =>
        callPage(
          optionsEndpoints.list,
          { query: { ...filtres, etat, per_page: 10 }, signal },
          { blank: VIDE },
        ),
      placeholderData: keepPreviousData,
    }),
  /** Last option of a bien in any state; null without one. */
  ofBien: (bien_id: number) =>
    queryOptions({
      queryKey: [key, 'bien', bien_id],
      queryFn: async ({ signal }) => {
        const query = { bien_id, etat: 'toutes', per_page: 1 } as const
        const [last = null] = await callList(optionsEndpoints.list, { query, signal }, { blank: VIDE })
        return last
      },
    }),
}

export function useCreateOption() {
  return useChange(({ idempotencyKey, ...body }: Wire<typeof optionInput> & { idempotencyKey: string }) =>
    callApi(optionsEndpoints.create, { body, idempotencyKey }),
  )
}

export function useProlongOption() {
  return useChange(({ id, ...body }: Wire<typeof prolongationInput> & { id: number }) =>
    callApi(optionsEndpoints.update, { params: { id }, body }),
  )
}

export function useReleaseOption() {
  return useChange(({ id, ...body }: { id: number; motif: string; version: number }) =>
    callApi(optionsEndpoints.release, { params: { id }, body }),
  )
}

export function useEraseTitulaire() {
  return useChange(
    ({ id, idempotencyKey, confirmation }: { id: number; idempotencyKey: string; confirmation: string }) =>
      callApi(optionsEndpoints.erase, { params: { id }, body: { confirmation }, idempotencyKey }),
  )
}
