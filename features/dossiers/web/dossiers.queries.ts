import { queryOptions } from '@tanstack/react-query'
import type { dossier, dossierLigne } from '#features/dossiers/dossier.contract.ts'
import { dossiersEndpoints } from '#features/dossiers/dossiers.contract.ts'
import { DOSSIER_VIDE, LIGNE_VIDE } from '#features/dossiers/web/dossiers.blanks.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callPage, callRecord } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

const key = ['dossiers'] as const

/** A dossier as the screens read it: amounts in decimal dinars. */
export type DossierLu = Wire<typeof dossier>
export type DossierLigneLue = Wire<typeof dossierLigne>
export type EcheanceLue = DossierLu['echeances'][number]

export interface FiltresDesDossiers {
  page: number
  search: string
  residence_id: number | undefined
  bloc_id: number | undefined
  etat: 'ouvertes' | 'closes'
  a_rembourser?: '1' | undefined
  tri?: 'reste' | undefined
}

export const dossiersQueries = {
  /** A page of them; another page of the same list stays in sight until it has come. */
  page: (filtres: FiltresDesDossiers) =>
    queryOptions({
      queryKey: [...key, 'page', filtres.etat, filtres],
      queryFn: ({ signal }) =>
        callPage(dossiersEndpoints.list, { query: { ...filtres }, signal }, { blank: LIGNE_VIDE }),
      placeholderData: (page, query) => (query?.queryKey[2] === filtres.etat ? page : undefined),
    }),
  read: (id: number) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: ({ signal }) => callRecord(dossiersEndpoints.read, { params: { id }, signal }, DOSSIER_VIDE),
    }),
}

type DossierSaisi = Wire<(typeof dossiersEndpoints)['update']['body']>

export function useUpdateDossier() {
  return useChange(({ id, ...body }: DossierSaisi & { id: number }) =>
    callApi(dossiersEndpoints.update, { params: { id }, body }),
  )
}
