import * as z from 'zod/mini'
import { clientResume, totauxDuClient } from '#features/clients/clients.contract.ts'
import type { FiltresDePaiement } from '#features/paiements/filtres.ts'
import { filtresDePaiement } from '#features/paiements/filtres.contract.ts'
import { decimal, entierRequete, motRequete, texteRequete } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, triRequete } from '#shared/pagination.ts'

/** Of the payments of a sale, those that the filters of payments mean; a rejected one only where they ask for it. */
const versementsRetenus = z.object({ nombre: z.number(), montant: decimal })
export type VersementsRetenus = z.output<typeof versementsRetenus>

/** A sold bien and where its sale stands (D3 §3). `code` is the bloc's or the parking's name (Q177). */
const bienDuPayeur = z.object({
  id: z.number(),
  type: z.enum(['appartement', 'place_parking', 'local']),
  nlot: z.string(),
  residence: z.string(),
  code: z.string(),
  surface: z.nullable(decimal),
  montant: decimal,
  reglement: decimal,
  resteAPayer: decimal,
  pourcentagePaiement: z.number(),
  vente_id: z.number(),
  dossier: z.string(),
  /** Null without a filter of payments. */
  versements_retenus: z.nullable(versementsRetenus),
})
export type BienDuPayeur = z.output<typeof bienDuPayeur>

/** A client with his biens; `id` is the client's (Q163). `totaux` are over all he has, whatever the filters leave of it. */
export const payeur = z.object({
  id: z.number(),
  client: clientResume,
  biens: z.array(bienDuPayeur),
  totaux: z.optional(totauxDuClient),
})
export type Payeur = z.output<typeof payeur>

/** Sums over the whole filtered result, whatever the page (Q179). */
export const payeursTotaux = z.object({
  nombre_biens: z.number(),
  montant_global: decimal,
  total_paye: decimal,
  total_restant: decimal,
  /** Null without a filter of payments. */
  versements_retenus: z.nullable(versementsRetenus),
})
export type PayeursTotaux = z.output<typeof payeursTotaux>

/** What the list and its papers can be limited to, and their order. */
export const payeursFiltres = z.object({
  search: texteRequete,
  /** Id or exact name of a residence; empty or "null": all (Q178). */
  residence: texteRequete,
  /** "reste": only the biens of which something remains to be paid. */
  solde: motRequete('reste'),
  /** "reste": the clients who owe most first, and of each the biens of which most remains; else by name. */
  tri: motRequete('reste'),
  /** Only the biens of whose open sale one payment passes all of these. */
  ...filtresDePaiement,
})
type FiltresLus = z.output<typeof payeursFiltres>
export type PayeursFiltres = Omit<FiltresLus, keyof FiltresDePaiement> & FiltresDePaiement
/** What a page of clients can be put in order by: their name, or a sum over all they have (docs/decisions/0062). */
export const ORDRES_PAYEURS = [
  'client',
  'biens',
  'montant',
  'totalPaye',
  'resteAPayer',
  'pourcentage',
] as const
export type OrdrePayeurs = (typeof ORDRES_PAYEURS)[number]
const payeursQuery = z.extend(payeursFiltres, {
  page: entierRequete,
  per_page: entierRequete,
  /** Goes before `tri`, which is over what the filters leave and rules the papers too. */
  ordre: triRequete(ORDRES_PAYEURS),
})
export type PayeursQuery = z.output<typeof payeursQuery>

/** The clients who pay: what « Paiements par Bien » and the recap both list. */
export const payeursEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/recap-paiements',
    access: 'membre',
    summary:
      'Les clients qui ont un bien, leurs biens et ce qui en est payé, triés si on le demande (ordre=-resteAPayer…), avec les totaux de tout le résultat',
    query: payeursQuery,
    response: z.extend(pageEnvelope(payeur), { totals: payeursTotaux }),
  }),
}
