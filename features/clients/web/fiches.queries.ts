import { queryOptions } from '@tanstack/react-query'
import { civiliteEndpoints, type civilite } from '#features/clients/civilite.contract.ts'
import { fichesEndpoints, type fiche } from '#features/clients/fiches.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile } from '#web/kit/call/api.ts'
import { saveFile } from '#web/kit/file/files.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'

/** File of a client as the screens read it: amounts in decimal dinars. */
export type FicheLue = Wire<typeof fiche>
export type CiviliteLue = Wire<typeof civilite>
export type VenteLue = FicheLue['ventes'][number]

export const fichesQueries = {
  read: (id: number) =>
    queryOptions({
      queryKey: ['fiches', id],
      queryFn: ({ signal }) => callApi(fichesEndpoints.read, { params: { id }, signal }),
    }),
  civilite: (id: number) =>
    queryOptions({
      queryKey: ['fiches', id, 'civilite'],
      queryFn: ({ signal }) => callApi(civiliteEndpoints.read, { params: { id }, signal }),
    }),
}

type IdentiteSaisie = Wire<(typeof fichesEndpoints)['update']['body']>

export function useUpdateIdentite() {
  return useChange(({ id, ...body }: IdentiteSaisie & { id: number }) =>
    callApi(fichesEndpoints.update, { params: { id }, body }),
  )
}

type CiviliteSaisie = Wire<(typeof civiliteEndpoints)['update']['body']>

export function useUpdateCivilite() {
  return useChange(({ id, ...body }: CiviliteSaisie & { id: number }) =>
    callApi(civiliteEndpoints.update, { params: { id }, body }),
  )
}

export function useEraseClient() {
  return useChange(
    ({ id, idempotencyKey, confirmation }: { id: number; idempotencyKey: string; confirmation: string }) =>
      callApi(fichesEndpoints.erase, { params: { id }, body: { confirmation }, idempotencyKey }),
  )
}

export const exportDonnees = (work: WorkState, id: number) =>
  work.run(
    'Préparation du document…',
    (signal) =>
      saveFile(
        () => callFile(fichesEndpoints.donnees, { params: { id }, signal }),
        `donnees-personnelles_client_${id}.pdf`,
      ),
    "Erreur lors de l'export des données personnelles.",
  )
