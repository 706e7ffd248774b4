import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

/** Steps of a new office, in the order of the screen (entree-2 G). */
export const PAS = [
  'societe',
  'identite',
  'compte',
  'lots',
  'clients',
  'vente',
  'dates',
  'versement',
  'membre',
  'copie',
] as const
export type Pas = (typeof PAS)[number]

export const premiersPasEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/premiers-pas',
    access: 'parametres',
    summary: 'Les dix premiers pas, dans leur ordre, chacun fait ou non',
    response: z.object({
      /** True once the direction has hidden them, for all. */
      ferme: z.boolean(),
      data: z.array(z.object({ cle: z.enum(PAS), fait: z.boolean() })),
    }),
  }),
}
