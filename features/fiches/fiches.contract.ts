import * as z from 'zod/mini'
import { client } from '#features/clients/clients.contract.ts'
import { ETATS_DE_SES_VENTES, PIECES_D_IDENTITE, SITUATIONS } from '#features/fiches/fiches.codes.ts'
import {
  decimal,
  facultatif,
  idParams,
  jourLu,
  jourPasse,
  ligneFacultative,
  message,
  motFacultatif,
  telephoneFacultatif,
  texte,
  VALEUR_INVALIDE,
  version,
} from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

const NUMERO = /^[\p{L}\p{N} ]{1,30}$/u
/** A number that an administration gave: 30 letters, digits and spaces at most. */
const numero = () =>
  ligneFacultative().check(
    z.refine((valeur) => valeur == null || NUMERO.test(valeur), "Ce numéro n'est pas valable."),
  )
const jourDit = () => facultatif(jourPasse("Cette date n'existe pas."))

/** Who a client is before the law. Each field may be absent (left as it is), or null or blank (cleared). */
export const identiteInput = z.object({
  nom_ar: ligneFacultative(),
  tel2: telephoneFacultatif(),
  naissance_le: jourDit(),
  naissance_lieu: ligneFacultative(),
  profession: ligneFacultative(),
  situation: motFacultatif(SITUATIONS, VALEUR_INVALIDE),
  nin: numero(),
  piece_type: motFacultatif(PIECES_D_IDENTITE, VALEUR_INVALIDE),
  piece_numero: numero(),
  piece_delivree_le: jourDit(),
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

/** A sale that he made, or shares. `part`: his, in percent. `avec`: the buyer it is named after, where that is somebody else. */
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

/** The address of his own page, as long as it opens. Instants are ISO 8601. */
const lien = z.object({
  cree_le: z.string(),
  cree_par: z.string(),
  expire_le: z.string(),
  vues: z.number(),
  vu_le: z.nullable(z.string()),
})

/** A client's file. `version` is that of his record: whoever changes either changes both. */
export const fiche = z.extend(client, {
  ...identite,
  /** The open ones first, the latest first. */
  ventes: z.array(saVente),
  lien: z.nullable(lien),
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
