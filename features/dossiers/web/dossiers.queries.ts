import { queryOptions } from '@tanstack/react-query'
import type { dossier } from '#features/dossiers/dossier.contract.ts'
import { dossiersEndpoints } from '#features/dossiers/dossiers.contract.ts'
import { DOSSIER_VIDE } from '#features/dossiers/web/dossiers.blanks.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callRecord } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

const key = ['dossiers'] as const

/** A dossier as the screens read it: amounts in decimal dinars. */
export type DossierLu = Wire<typeof dossier>
export type EcheanceLue = DossierLu['echeances'][number]

export const dossiersQueries = {
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
