import { queryOptions } from '@tanstack/react-query'
import { fichesEndpoints, type fiche } from '#features/fiches/fiches.contract.ts'
import { FICHE_VIDE } from '#features/fiches/web/fiches.blanks.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile, callRecord } from '#web/kit/api.ts'
import { saveFile } from '#web/kit/files.ts'
import { useChange } from '#web/kit/useChange.ts'
import type { WorkState } from '#web/kit/useWork.ts'

/** A client's file as the screens read it: amounts in decimal dinars. */
export type FicheLue = Wire<typeof fiche>
export type VenteLue = FicheLue['ventes'][number]

export const fichesQueries = {
  read: (id: number) =>
    queryOptions({
      queryKey: ['fiches', id],
      queryFn: ({ signal }) => callRecord(fichesEndpoints.read, { params: { id }, signal }, FICHE_VIDE),
    }),
}

type IdentiteSaisie = Wire<(typeof fichesEndpoints)['update']['body']>

export function useUpdateIdentite() {
  return useChange(({ id, ...body }: IdentiteSaisie & { id: number }) =>
    callApi(fichesEndpoints.update, { params: { id }, body }),
  )
}

export function useEffacer() {
  return useChange(
    ({ id, idempotencyKey, confirmation }: { id: number; idempotencyKey: string; confirmation: string }) =>
      callApi(fichesEndpoints.erase, { params: { id }, body: { confirmation }, idempotencyKey }),
  )
}

/** Everything that is kept of him, as a file to hand over. */
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
