import * as z from 'zod/mini'
import { identiteInput } from '#features/clients/fiches.contract.ts'
import {
  idParams,
  ligneFacultative,
  motFacultatif,
  numeroFacultatif,
  VALEUR_INVALIDE,
  version,
} from '#shared/champs/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'
import { GENRES_DE_CLIENT } from '#shared/nommer.ts'

/** Form of the name of a client on papers, and the person who acts for a company. An absent field stays unchanged, null or a blank clears it. */
export const civiliteInput = z.object({
  genre: motFacultatif(GENRES_DE_CLIENT, VALEUR_INVALIDE),
  adresse_ar: ligneFacultative(),
  naissance_lieu_ar: ligneFacultative(),
  rc: numeroFacultatif(),
  nif: numeroFacultatif(),
  representant: ligneFacultative(),
  representant_ar: ligneFacultative(),
  representant_qualite: ligneFacultative(),
  representant_qualite_ar: ligneFacultative(),
  version,
})
export type CiviliteInput = z.output<typeof civiliteInput>

/** The form of a client's identity, which two calls save. */
export const identiteComplete = z.extend(identiteInput, civiliteInput.shape)

const texteLu = z.nullable(z.string())

/** `genre` is null while nobody has said it. `version` is the client's version. */
export const civilite = z.object({
  id: z.number(),
  nomComplet: z.string(),
  nom_ar: texteLu,
  genre: z.nullable(z.enum(GENRES_DE_CLIENT)),
  adresse_ar: texteLu,
  naissance_lieu_ar: texteLu,
  rc: texteLu,
  nif: texteLu,
  representant: texteLu,
  representant_ar: texteLu,
  representant_qualite: texteLu,
  representant_qualite_ar: texteLu,
  version: z.number(),
})
export type Civilite = z.output<typeof civilite>

/** Calls apart from `…/dossier`, whose answer keeps its keys. */
export const civiliteEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/clients/{id}/civilite',
    access: 'identite',
    summary: "La civilité d'un client, ses noms en arabe et, pour une société, qui la représente",
    params: idParams,
    response: civilite,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/clients/{id}/civilite',
    access: 'clients',
    summary: "Modifie la civilité d'un client",
    params: idParams,
    body: civiliteInput,
    response: z.extend(civilite, { message: z.string() }),
    succes: 'Civilité enregistrée avec succès !',
  }),
}
