import * as z from 'zod/mini'
import { entierRequete } from '#shared/champs.ts'
import { fileEndpoint } from '#shared/endpoint.ts'
import { FORMATS } from '#shared/exports.ts'

const portefeuilleQuery = z.object({
  /** « 1 »: the empty model, whatever else is asked for. */
  modele: z.pipe(
    z.optional(z.unknown()),
    z.transform((valeur) => valeur === '1'),
  ),
  /** That residence and what belongs to it; all of them without it. */
  residence_id: entierRequete,
})
export type PortefeuilleQuery = z.output<typeof portefeuilleQuery>

export const portefeuilleEndpoints = {
  export: fileEndpoint({
    method: 'GET',
    path: '/api/portefeuille/export',
    access: 'exporter',
    summary:
      "Tout le portefeuille, ou celui d'une résidence, en un classeur qui s'importe ; ou son modèle vide",
    query: portefeuilleQuery,
    contentType: FORMATS.xlsx,
  }),
}
