import * as z from 'zod/mini'
import { filtresDePaiement } from '#features/paiements/filtres.contract.ts'
import { CODES_PAYEUR } from '#features/paiements/modes.ts'
import { versement } from '#features/paiements/versement.contract.ts'
import { decimal, entierRequete, motRequete, texteRequete } from '#shared/champs.ts'
import { EXPORT_TYPES, exportQuery } from '#shared/exports.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** A payment that the client made himself, where a payer is chosen by its code. */
export const LE_CLIENT = 'client'

const versementsFiltres = z.object({
  /** A client, a bien's number, a receipt's or what a reference contains. */
  recherche: texteRequete,
  ...filtresDePaiement,
  /** Id of the residence in which the bien stands. */
  residence: entierRequete,
  /** A code, or "client" where he paid himself. */
  payeur_type: motRequete(...CODES_PAYEUR, LE_CLIENT),
})
export type VersementsFiltres = z.output<typeof versementsFiltres>
const versementsQuery = z.extend(versementsFiltres, pageQuery.shape)
export type VersementsQuery = z.output<typeof versementsQuery>

/** Over the whole result: those that count, how many and their sum; what the rejected ones come to stands beside. */
const versementsTotaux = z.object({ nombre: z.number(), montant: decimal, rejete: decimal })
export type VersementsTotaux = z.output<typeof versementsTotaux>

export const versementsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/paiements',
    access: 'tresorerie',
    summary: 'Tous les paiements, du plus récent au plus ancien, avec la somme de ceux qui comptent',
    query: versementsQuery,
    response: z.extend(pageEnvelope(versement), { totals: versementsTotaux }),
  }),
  export: fileEndpoint({
    method: 'GET',
    path: '/api/paiements/export',
    access: 'tresorerie',
    summary: 'Les paiements en classeur Excel, ou en PDF avec format=pdf',
    query: z.extend(versementsFiltres, exportQuery.shape),
    contentType: EXPORT_TYPES,
  }),
}
