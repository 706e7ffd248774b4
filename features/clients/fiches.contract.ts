import * as z from 'zod/mini'
import { client } from '#features/clients/clients.contract.ts'
import { ETATS_DE_SES_VENTES, PIECES_D_IDENTITE, SITUATIONS } from '#features/clients/fiches.codes.ts'
import {
  decimal,
  facultatif,
  idParams,
  jourLu,
  jourPasseFacultatif,
  ligneFacultative,
  message,
  motFacultatif,
  numeroFacultatif,
  texte,
  VALEUR_INVALIDE,
  version,
  reference,
} from '#shared/champs/codecs.ts'
import { entierRequete } from '#shared/champs/requetes.ts'
import { telephoneFacultatif } from '#shared/coordonnees.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { TYPES_DE_PIECE } from '#shared/types-de-fichier.ts'

const NUMERO = /^[\p{L}\p{N} ]{1,30}$/u
/** Number of an identity paper: at most 30 letters, digits and spaces. */
const numero = () =>
  numeroFacultatif().check(
    z.refine((valeur) => valeur == null || NUMERO.test(valeur), "Ce numéro n'est pas valable."),
  )

/** Legal identity of a client. An absent field stays unchanged, null or a blank clears it. */
export const identiteInput = z.object({
  nom_ar: ligneFacultative(),
  tel2: telephoneFacultatif(),
  naissance_le: jourPasseFacultatif(),
  naissance_lieu: ligneFacultative(),
  profession: ligneFacultative(),
  situation: motFacultatif(SITUATIONS, VALEUR_INVALIDE),
  nin: numero(),
  piece_type: motFacultatif(PIECES_D_IDENTITE, VALEUR_INVALIDE),
  piece_numero: numero(),
  piece_delivree_le: jourPasseFacultatif(),
  piece_lieu: ligneFacultative(),
  version,
})
export type IdentiteInput = z.output<typeof identiteInput>

const texteLu = z.nullable(z.string())

const identite = {
  nom_ar: texteLu,
  tel2: texteLu,
  naissance_le: z.nullable(jourLu),
  naissance_lieu: texteLu,
  profession: texteLu,
  situation: z.nullable(z.enum(SITUATIONS)),
  nin: texteLu,
  piece_type: z.nullable(z.enum(PIECES_D_IDENTITE)),
  piece_numero: texteLu,
  piece_delivree_le: z.nullable(jourLu),
  piece_lieu: texteLu,
}

/** Sale of a client. `part` is the share in percent on the wire; `avec` names the dossier's first buyer, null for this client. */
const saVente = z.object({
  id: z.number(),
  dossier: z.string(),
  bien: z.string(),
  lieu: z.string(),
  residence: z.string(),
  part: decimal,
  avec: z.nullable(z.object({ id: z.number(), nomComplet: z.string() })),
  terminee: z.boolean(),
  etat: z.enum(ETATS_DE_SES_VENTES),
  montant: decimal,
  totalPaye: decimal,
  resteAPayer: decimal,
  pourcentagePaiement: z.number(),
})

/** Valid link to the client's own page. Instants are ISO 8601. */
const lien = z.object({
  cree_le: z.string(),
  cree_par: z.string(),
  expire_le: z.string(),
  vues: z.number(),
  vu_le: z.nullable(z.string()),
})

/** Complete file of a client. `version` is the client's version: the forms of identity and of contact share it. */
export const fiche = z.extend(client, {
  ...identite,
  /** Open sales first, then by dossier, the latest first. */
  ventes: z.array(saVente),
  lien: z.nullable(lien),
  /** True when the client lost the link by a restore of the data. */
  lien_restaure: z.optional(z.boolean()),
})
export type Fiche = z.output<typeof fiche>

export const effacementInput = z.object({
  confirmation: texte('Recopiez le nom du client pour confirmer.', 1000),
})

export const fichesEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/clients/{id}/dossier',
    access: 'identite',
    summary: "Le dossier d'un client : coordonnées, identité, ventes, lien de suivi",
    params: idParams,
    response: fiche,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/clients/{id}/dossier',
    access: 'clients',
    summary: "Modifie l'identité d'un client",
    params: idParams,
    body: identiteInput,
    response: z.extend(fiche, { message: z.string() }),
    succes: 'Dossier modifié avec succès !',
  }),
  donnees: fileEndpoint({
    method: 'GET',
    path: '/api/clients/{id}/donnees-personnelles',
    access: 'donnees',
    summary: "Tout ce qui est gardé d'un client, en PDF, à lui remettre (loi 18-07, art. 34)",
    params: idParams,
    contentType: 'application/pdf',
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/clients/{id}/effacer',
    access: 'donnees',
    summary:
      'Efface un client sans vente, ses pièces et ce que le journal dit de lui, son nom recopié dans confirmation',
    params: idParams,
    body: effacementInput,
    response: message,
    succes: 'Données effacées avec succès !',
  }),
}

/** File formats of a piece, told by the content. */
export const FORMATS = ['pdf', 'jpeg', 'png'] as const

/** Scan in the file of a client or of a vente. `libelle` is the type's present label, `taille` in bytes, `ajoutee_le` an ISO instant. */
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

/** Accepts an input that names either a client or a vente, not both. */
const porteur = <
  T extends { client_id?: number | null | undefined; vente_id?: number | null | undefined },
>() =>
  z.refine<T>(({ client_id, vente_id }) => (client_id == null) !== (vente_id == null), {
    error: VALEUR_INVALIDE,
    path: ['client_id'],
  })

/** `types` can be added to this file. `manquantes` are the required types still missing; for a vente they include those of its buyer. */
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
    refuses: [404],
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
    summary: "Le fichier d'une pièce, sous son nom et son type",
    params: idParams,
    contentType: TYPES_DE_PIECE,
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
