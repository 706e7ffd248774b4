import { queryOptions } from '@tanstack/react-query'
import { civiliteEndpoints, type civilite } from '#features/clients/civilite.contract.ts'
import {
  fichesEndpoints,
  type fiche,
  type listeDesPieces,
  piecesEndpoints,
} from '#features/clients/fiches.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile, messageOf } from '#web/kit/call/api.ts'
import { saveFile, openInNewTab } from '#web/kit/file/files.ts'
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

export function useEffacer() {
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

export type Porteur = { client: number; vente?: undefined } | { vente: number; client?: undefined }

export type ListeDesPieces = Wire<typeof listeDesPieces>
export type PieceLue = ListeDesPieces['data'][number]

const champsOf = ({ client, vente }: Porteur) =>
  client === undefined ? { vente_id: vente } : { client_id: client }

export const piecesQuery = (porteur: Porteur) =>
  queryOptions({
    queryKey: ['pieces', champsOf(porteur)],
    queryFn: ({ signal }) => callApi(piecesEndpoints.list, { query: champsOf(porteur), signal }),
  })

interface NouvellePiece {
  porteur: Porteur
  type: string
  note: string
  file: File
  idempotencyKey: string
  signal: AbortSignal
  onProgress: (part: number) => void
}

export function useAjouterPiece() {
  return useChange(({ porteur, type, note, file, ...sending }: NouvellePiece) =>
    callApi(piecesEndpoints.create, { body: { ...champsOf(porteur), type, note }, file, ...sending }),
  )
}

export function useSupprimerPiece() {
  return useChange((id: number) => callApi(piecesEndpoints.remove, { params: { id } }))
}

export async function openPiece({ id, nom }: PieceLue, tell: (failure: string) => void): Promise<void> {
  try {
    await openInNewTab(() => callFile(piecesEndpoints.fichier, { params: { id } }), {
      titre: nom,
      attente: 'Ouverture de la pièce…',
    })
  } catch (error) {
    tell(messageOf(error, "Erreur lors de l'ouverture de la pièce."))
  }
}
