import * as z from 'zod/mini'
import { clientResume, totauxDuClient } from '#features/clients/clients.contract.ts'
import type { FiltresDePaiement } from '#features/paiements/modes.ts'
import { filtresDePaiement } from '#features/rapports/versements.contract.ts'
import { decimal } from '#shared/champs/codecs.ts'
import { entierRequete, jourRequete, motRequete, texteRequete } from '#shared/champs/requetes.ts'
import type { Jour } from '#shared/dates.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { pageEnvelope, triRequete } from '#shared/pagination.ts'

/** Count and amount of the sale's payments that pass the filters of payments; a rejected cheque only where the filters ask for it. */
const versementsRetenus = z.object({ nombre: z.number(), montant: decimal })
export type VersementsRetenus = z.output<typeof versementsRetenus>

/** A sold bien and the state of its sale (D3 §3). `code` is the name of the bloc or the parking (Q177). */
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
  versements_retenus: z.nullable(versementsRetenus),
})
export type BienDuPayeur = z.output<typeof bienDuPayeur>

/** A client with all biens sold to that client; `id` is the client's (Q163). `totaux` covers them all, whatever the filters leave. */
export const payeur = z.object({
  id: z.number(),
  client: clientResume,
  biens: z.array(bienDuPayeur),
  totaux: z.optional(totauxDuClient),
})
export type Payeur = z.output<typeof payeur>

/** Sums over the whole filtered result, not over the page (Q179). */
export const payeursTotaux = z.object({
  nombre_biens: z.number(),
  montant_global: decimal,
  total_paye: decimal,
  total_restant: decimal,
  versements_retenus: z.nullable(versementsRetenus),
})
export type PayeursTotaux = z.output<typeof payeursTotaux>

export const payeursFiltres = z.object({
  search: texteRequete,
  /** Id or exact name of a residence; empty or "null" means all (Q178). */
  residence: texteRequete,
  /** "reste" keeps the biens with a remainder to pay. */
  solde: motRequete('reste'),
  /** "reste" puts the clients, and each client's biens, by remainder, the highest first; else by name. */
  tri: motRequete('reste'),
  /** The recap as it stood at the end of this day, today at most; filters of payments are then ignored. */
  situation: jourRequete,
  /** A bien passes when one payment of its open sale passes all of these filters. */
  ...filtresDePaiement,
})
type FiltresLus = z.output<typeof payeursFiltres>
export type PayeursFiltres = Omit<FiltresLus, keyof FiltresDePaiement | 'situation'> &
  FiltresDePaiement & { situation?: Jour | undefined }
/** The columns that order a page of clients: the name, or a sum over all the client's biens (docs/decisions/0062). */
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
  /** Overrides `tri`. `tri` counts only what the filters leave, and orders the papers too. */
  ordre: triRequete(ORDRES_PAYEURS),
})
export type PayeursQuery = z.output<typeof payeursQuery>

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

export const recapEndpoints = {
  export: fileEndpoint({
    method: 'GET',
    path: '/api/recap-paiements/export',
    access: 'exporter',
    summary: 'Le récapitulatif en classeur Excel',
    query: payeursFiltres,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  exportPdf: fileEndpoint({
    method: 'GET',
    path: '/api/recap-paiements/export-pdf',
    access: 'exporter',
    summary: 'Le récapitulatif en PDF',
    query: payeursFiltres,
    contentType: 'application/pdf',
  }),
  printPdf: fileEndpoint({
    method: 'GET',
    path: '/api/recap-paiements/print-pdf',
    access: 'exporter',
    summary: 'Le récapitulatif en PDF, montré dans le navigateur pour être imprimé',
    query: payeursFiltres,
    contentType: 'application/pdf',
  }),
}
