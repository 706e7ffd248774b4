import * as z from 'zod/mini'
import { ETATS_DU_PLAN } from '#features/plan-de-vente/plan-de-vente.words.ts'
import { TYPES_DE_BIEN } from '#shared/biens.ts'
import { decimal, idParams, jourLu } from '#shared/champs/codecs.ts'
import { entierRequete, motRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { CODES_D_ETAT } from '#shared/etats.ts'

/** A cell of the plan. The vue client holds null where a buyer may not see the value. */
export const lot = z.object({
  id: z.number(),
  type: z.enum(TYPES_DE_BIEN),
  numero: z.string(),
  /** « F3 », « Box »; null for a local. */
  sorte: z.nullable(z.string()),
  surface: z.nullable(decimal),
  montant: z.nullable(decimal),
  prixM2: z.nullable(decimal),
  etat: z.enum(ETATS_DU_PLAN),
  client: z.nullable(z.object({ id: z.number(), nomComplet: z.string() })),
  option: z.nullable(z.object({ nom: z.string(), expire_le: jourLu })),
  bloque_motif: z.nullable(z.string()),
  plan_pdf: z.boolean(),
  version: z.number(),
})
export type Lot = z.output<typeof lot>

export const planDeVente = z.object({
  residence: z.object({ id: z.number(), nom: z.string(), adresse: z.string() }),
  /** The five states in the order that callers know, also those of no lot; empty in the vue client. */
  totaux: z.array(z.object({ etat: z.enum(CODES_D_ETAT), nombre: z.number(), valeur: decimal })),
  /** By name; étages from top to bottom. */
  blocs: z.array(
    z.object({
      id: z.number(),
      nomloc: z.string(),
      etages: z.array(
        z.object({
          id: z.number(),
          designation: z.string(),
          niveau: z.number(),
          logement_par_palier: z.number(),
          lots: z.array(lot),
        }),
      ),
      locaux: z.array(lot),
    }),
  ),
  parkings: z.array(
    z.object({ id: z.number(), parking_nom: z.string(), nb_places: z.number(), places: z.array(lot) }),
  ),
})
export type PlanDeVente = z.output<typeof planDeVente>

export const planDeVenteEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/plan-de-vente/{id}',
    access: 'membre',
    summary:
      "Le plan de vente d'une résidence, bloc par bloc, étage par étage ; `vue=client`, ce qu'un acquéreur peut voir",
    params: idParams,
    query: z.object({ vue: motRequete('client') }),
    response: planDeVente,
  }),
  pdf: fileEndpoint({
    method: 'GET',
    path: '/api/plan-de-vente/{id}/pdf',
    access: 'membre',
    summary: "Le plan de vente imprimé, en A4 ou en A3, d'une résidence ou d'un bloc",
    params: idParams,
    query: z.object({ vue: motRequete('client'), format: motRequete('a3'), bloc_id: entierRequete }),
    contentType: 'application/pdf',
  }),
}
