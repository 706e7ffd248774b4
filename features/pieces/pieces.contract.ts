import * as z from 'zod/mini'
import {
  entierRequete,
  facultatif,
  idParams,
  ligneFacultative,
  message,
  reference,
  texte,
  VALEUR_INVALIDE,
} from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

/** What a stored piece is by its content. */
export const FORMATS = ['pdf', 'jpeg', 'png'] as const

/** A scan in the file of a client or of a vente. `libelle`: that of its type today. `taille` in bytes, `ajoutee_le` an instant. */
export const piece = z.object({
  id: z.number(),
  type: z.string(),
  libelle: z.string(),
  nom: z.string(),
  taille: z.number(),
  format: z.enum(FORMATS),
  note: z.nullable(z.string()),
  ajoutee_le: z.string(),
  ajoutee_par: z.string(),
})
export type Piece = z.output<typeof piece>

const typeDePiece = z.object({ code: z.string(), libelle: z.string(), obligatoire: z.boolean() })
const manquante = z.object({ code: z.string(), libelle: z.string(), portee: z.enum(['client', 'vente']) })

/** Whose file: exactly one of the two is named. */
const porteur = <
  T extends { client_id?: number | null | undefined; vente_id?: number | null | undefined },
>() =>
  z.refine<T>(({ client_id, vente_id }) => (client_id == null) !== (vente_id == null), {
    error: VALEUR_INVALIDE,
    path: ['client_id'],
  })

/** `types` may be added to that file, `manquantes` are required: of a vente those of its buyer too. */
export const listeDesPieces = z.object({
  data: z.array(piece),
  types: z.array(typeDePiece),
  manquantes: z.array(manquante),
})

export const pieceInput = z
  .object({
    client_id: facultatif(reference(VALEUR_INVALIDE)),
    vente_id: facultatif(reference(VALEUR_INVALIDE)),
    type: texte('Veuillez choisir un type de pièce.', 100),
    note: ligneFacultative(),
  })
  .check(porteur())
export type PieceInput = z.output<typeof pieceInput>

export const piecesQuery = z.object({ client_id: entierRequete, vente_id: entierRequete }).check(porteur())
export type PiecesQuery = z.output<typeof piecesQuery>

export const piecesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/pieces',
    access: 'identite',
    summary:
      "Les pièces d'un client ou d'une vente, la plus récente d'abord, les types qu'on peut y ajouter et les obligatoires qui manquent",
    query: piecesQuery,
    response: listeDesPieces,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/pieces',
    access: 'clients',
    summary: "Ajoute une pièce (PDF, JPEG ou PNG) au dossier d'un client ou d'une vente, même terminée",
    body: pieceInput,
    file: 'fichier',
    accept: 'piece',
    response: z.extend(piece, { message: z.string() }),
    status: 201,
    succes: 'Pièce ajoutée avec succès !',
  }),
  fichier: fileEndpoint({
    method: 'GET',
    path: '/api/pieces/{id}/fichier',
    access: 'identite',
    summary: 'Le fichier d’une pièce, sous son nom et son type',
    params: idParams,
    contentType: 'application/octet-stream',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/pieces/{id}',
    access: 'clients',
    summary: 'Supprime une pièce et son fichier',
    params: idParams,
    response: message,
    succes: 'Pièce supprimée avec succès !',
  }),
}
