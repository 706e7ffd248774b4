import * as z from 'zod/mini'
import { ETATS_DU_BIEN } from '#features/biens/biens.codes.ts'
import { idParams, ligneFacultative, version } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'

/** Null puts the bien on sale again; a bien without a reason is not taken off. */
const MOTIF = 'Le motif est obligatoire.'
export const blocageInput = z.object({
  motif: z.pipe(
    z.unknown().check(z.refine((valeur) => valeur !== undefined && valeur !== '', MOTIF)),
    ligneFacultative(500),
  ),
  version,
})

export const biensEndpoints = {
  bloquer: endpoint({
    method: 'PUT',
    path: '/api/biens/{id}/blocage',
    access: 'patrimoine',
    summary: 'Retire un bien de la vente, avec son motif, ou le remet en vente',
    params: idParams,
    body: blocageInput,
    response: z.object({
      id: z.number(),
      etat_bien: z.enum(ETATS_DU_BIEN),
      bloque_motif: z.nullable(z.string()),
      message: z.string(),
    }),
    succes: 'Bien bloqué avec succès !',
  }),
}
