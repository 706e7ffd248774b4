import { queryOptions } from '@tanstack/react-query'
import {
  promoteurEndpoints,
  type identiteInput,
  type promoteur,
  type PromoteurInput,
} from '#features/promoteur/promoteur.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile, callList } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

const PROMOTEUR_VIDE = {
  nom: '',
  email: '',
  telephone: '',
  adresse: '',
  nom_ar: null,
  rc: null,
  nif: null,
  nis: null,
  ai: null,
  agrement: null,
  tnpi: null,
  capital: null,
  couleur: null,
  logo: false,
  adresse_ar: null,
  representant: null,
  representant_ar: null,
  representant_qualite: null,
  representant_qualite_ar: null,
} as const

/** Promoter as the screens read it, the capital in decimal dinars. */
export type PromoteurLu = Wire<typeof promoteur>
type Identite = Wire<typeof identiteInput>

const key = ['promoteur'] as const

/** The promoter, or null while there is none (D3 §4). */
export const promoteurQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) =>
    (await callList(promoteurEndpoints.list, { signal }, { blank: PROMOTEUR_VIDE, alone: true }))[0] ?? null,
})

export function useCreatePromoteur() {
  return useChange(({ idempotencyKey, ...body }: PromoteurInput & { idempotencyKey: string }) =>
    callApi(promoteurEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdatePromoteur() {
  return useChange(({ id, ...body }: PromoteurInput & Identite & { id: number; version: number }) =>
    callApi(promoteurEndpoints.update, { params: { id }, body }),
  )
}

export function useDeletePromoteur() {
  return useChange((id: number) => callApi(promoteurEndpoints.remove, { params: { id } }))
}

export function useSaveLogo() {
  return useChange(({ id, file }: { id: number; file: File }) =>
    callApi(promoteurEndpoints.saveLogo, { params: { id }, file }),
  )
}

export function useRemoveLogo() {
  return useChange((id: number) => callApi(promoteurEndpoints.removeLogo, { params: { id } }))
}

export const logoQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, id, 'logo'],
    queryFn: async ({ signal }) =>
      toDataUrl((await callFile(promoteurEndpoints.logo, { params: { id }, signal })).blob),
  })

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })
