import * as z from 'zod/mini'
import { idParams, message } from '#shared/champs/codecs.ts'
import { texteRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

/** Reason of a backup: the night, a member, the server's command, or a following import. */
export const ORIGINES = ['nuit', 'manuelle', 'commande', 'import'] as const

/** Backup whose file exists. `taille` is in bytes, `faite_le` ISO 8601; `verifiee` means read back whole. */
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
  /** `pourcentage` compares with the last backup's size, 99 at most; null without a former backup. */
  en_cours: z.nullable(
    z.object({ depuis: z.string(), octets: z.number(), pourcentage: z.nullable(z.number()) }),
  ),
  echec: z.nullable(z.string()),
  /** True when the last backup is older than 48 hours. */
  en_retard: z.boolean(),
  /** Day of the first account, since when backups could be made; null without an account. */
  installee_le: z.nullable(z.string()),
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
    refuses: [422, 429],
  }),
  fichier: fileEndpoint({
    method: 'GET',
    path: '/api/sauvegardes/{id}/fichier',
    access: 'parametres',
    summary: "Le fichier d'une sauvegarde, contre le jeton de son autorisation",
    params: idParams,
    query: z.object({ jeton: texteRequete }),
    contentType: 'application/x-tar',
  }),
}

/** Result of a check of all rules. `enfreintes` has the broken rules with the number of their rows. */
const verification = z.object({
  faite_le: z.string(),
  duree_ms: z.number(),
  regles: z.number(),
  enfreintes: z.array(z.object({ regle: z.string(), lignes: z.number() })),
})
export type Verification = z.output<typeof verification>

/** State of the installation. Sizes are in bytes, instants ISO 8601. */
const sante = z.object({
  version: z.string(),
  base: z.object({ moteur: z.string(), taille: z.number(), integree: z.boolean() }),
  fichiers: z.object({ nombre: z.number(), taille: z.number() }),
  /** null when the system does not tell. `peu` means less free space than two backups and one gigabyte. */
  disque: z.nullable(z.object({ libre: z.number(), total: z.number(), peu: z.boolean() })),
  demarre_le: z.string(),
  verification: z.nullable(verification),
  /** Failure of the last check; `texte` ends a sentence with the reason. */
  echec: z.nullable(z.object({ le: z.string(), texte: z.string() })),
  en_cours: z.boolean(),
})
export type Sante = z.output<typeof sante>

export const santeEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/sante',
    access: 'parametres',
    summary:
      "L'état de l'installation : version, base de données, fichiers, disque, dernier contrôle des règles",
    response: sante,
  }),
  verifier: endpoint({
    method: 'POST',
    path: '/api/sante/verification',
    access: 'parametres',
    summary: 'Commence le contrôle de toutes les règles, qui se fait pendant que le travail continue',
    response: message,
    status: 202,
    succes: 'Vérification commencée.',
  }),
}
