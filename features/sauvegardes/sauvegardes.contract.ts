import * as z from 'zod/mini'
import { idParams, message, texteRequete } from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

/** What a backup was made for: the night, a member, the command of the server, an import it precedes. */
export const ORIGINES = ['nuit', 'manuelle', 'commande', 'import'] as const

/** A backup whose file is there. `taille` is in bytes, `faite_le` ISO 8601; `verifiee`: it was read back whole. */
const sauvegarde = z.object({
  id: z.number(),
  fichier: z.string(),
  taille: z.number(),
  faite_le: z.string(),
  origine: z.enum(ORIGINES),
  verifiee: z.boolean(),
})
export type Sauvegarde = z.output<typeof sauvegarde>

const sauvegardes = z.object({
  data: z.array(sauvegarde),
  /** `pourcentage` is that of the last backup's size, 99 at most; null when there was none. */
  en_cours: z.nullable(
    z.object({ depuis: z.string(), octets: z.number(), pourcentage: z.nullable(z.number()) }),
  ),
  /** Why the last one was not made. */
  echec: z.nullable(z.string()),
  /** None for more than 48 hours. */
  en_retard: z.boolean(),
})
export type Sauvegardes = z.output<typeof sauvegardes>

export const autorisationInput = z.object({
  password: z
    .string({ error: 'Le mot de passe est obligatoire.' })
    .check(z.minLength(1, 'Le mot de passe est obligatoire.'), z.maxLength(255)),
})

export const sauvegardesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/sauvegardes',
    access: 'parametres',
    summary: 'Les sauvegardes dont le fichier est là, la dernière en premier, et celle qui se fait',
    response: sauvegardes,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/sauvegardes',
    access: 'parametres',
    summary: 'Commence une sauvegarde, qui se fait pendant que le travail continue',
    response: message,
    status: 202,
    succes: 'Sauvegarde commencée.',
  }),
  autoriser: endpoint({
    method: 'POST',
    path: '/api/sauvegardes/{id}/autorisation',
    access: 'parametres',
    summary:
      'Donne, contre le mot de passe de qui demande, un jeton de 60 secondes pour télécharger cette sauvegarde',
    params: idParams,
    body: autorisationInput,
    response: z.object({ jeton: z.string(), message: z.string() }),
    succes: 'Téléchargement autorisé.',
  }),
  fichier: fileEndpoint({
    method: 'GET',
    path: '/api/sauvegardes/{id}/fichier',
    access: 'parametres',
    summary: 'Le fichier d’une sauvegarde, contre le jeton de son autorisation',
    params: idParams,
    query: z.object({ jeton: texteRequete }),
    contentType: 'application/x-tar',
  }),
}
