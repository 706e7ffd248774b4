import * as z from 'zod/mini'
import { message } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'

/** A look at all rules that must hold: when, how long it took, how many there were, and those that did not, with their rows. */
const verification = z.object({
  faite_le: z.string(),
  duree_ms: z.number(),
  regles: z.number(),
  enfreintes: z.array(z.object({ regle: z.string(), lignes: z.number() })),
})
export type Verification = z.output<typeof verification>

/** What carries the installation. Sizes are in bytes, instants ISO 8601. */
const sante = z.object({
  version: z.string(),
  base: z.object({ moteur: z.string(), taille: z.number(), integree: z.boolean() }),
  fichiers: z.object({ nombre: z.number(), taille: z.number() }),
  /** Null where the system does not say. `peu`: less is free than two backups and one gigabyte take. */
  disque: z.nullable(z.object({ libre: z.number(), total: z.number(), peu: z.boolean() })),
  demarre_le: z.string(),
  verification: z.nullable(verification),
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
