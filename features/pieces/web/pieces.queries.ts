import { queryOptions } from '@tanstack/react-query'
import type { listeDesPieces } from '#features/pieces/pieces.contract.ts'
import { piecesEndpoints } from '#features/pieces/pieces.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { filled } from '#web/kit/answers.ts'
import { callApi, callFile, messageOf } from '#web/kit/api.ts'
import { openInNewTab } from '#web/kit/files.ts'
import { useChange } from '#web/kit/useChange.ts'

/** Whose file pieces are in: that of a client or of a vente. */
export type Porteur = { client: number; vente?: undefined } | { vente: number; client?: undefined }

export type ListeDesPieces = Wire<typeof listeDesPieces>
export type PieceLue = ListeDesPieces['data'][number]

const LISTE_VIDE = {
  data: [{ type: '', libelle: '', nom: '', taille: 0, note: null, ajoutee_le: '', ajoutee_par: '' }],
  types: [{ code: '', libelle: '', obligatoire: false }],
  manquantes: [{ code: '', libelle: '' }],
} as const

const champsOf = ({ client, vente }: Porteur) =>
  client === undefined ? { vente_id: vente } : { client_id: client }

export const piecesQuery = (porteur: Porteur) =>
  queryOptions({
    queryKey: ['pieces', champsOf(porteur)],
    queryFn: async ({ signal }) =>
      filled<ListeDesPieces>(
        Object(await callApi(piecesEndpoints.list, { query: champsOf(porteur), signal })),
        LISTE_VIDE,
      ),
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

/** Shows a piece in a new tab; why it does not show is told. */
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
