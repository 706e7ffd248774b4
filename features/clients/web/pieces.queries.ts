import { queryOptions } from '@tanstack/react-query'
import { type listeDesPieces, piecesEndpoints } from '#features/clients/fiches.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile, messageOf } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { openInNewTab } from '#web/kit/file/files.ts'

/** The client or the sale to which scans belong. */
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

export function useAddPiece() {
  return useChange(({ porteur, type, note, file, ...sending }: NouvellePiece) =>
    callApi(piecesEndpoints.create, { body: { ...champsOf(porteur), type, note }, file, ...sending }),
  )
}

export function useDeletePiece() {
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
