import * as z from 'zod/mini'
import { clientResume, totauxDuClient } from '#features/clients/clients.contract.ts'
import {
  CODES_ETAT_CHERCHE,
  CODES_MODE,
  CODES_PAYEUR,
  TRIS_VERSEMENTS,
  type FiltresDePaiement,
  LE_CLIENT,
  SANS_MODE,
} from '#features/paiements/modes.ts'
import { paiement } from '#features/paiements/paiement.contract.ts'
import { decimal, entierRequete, jourRequete, motRequete, texteRequete } from '#shared/champs/codecs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { EXPORT_TYPES, exportQuery } from '#shared/exports.ts'
import { pageEnvelope, pageQuery, triRequete } from '#shared/pagination.ts'

/** A payment with the residence of its bien: a line of the lists of payments and of cheques. */
export const versement = z.extend(paiement, {
  residence: z.object({ id: z.number(), nom: z.string() }),
})
export type Versement = z.output<typeof versement>

/** The query fields that filter payments. An unreadable value counts as absent; `readPeriode` swaps two days in the wrong order. */
const filtresDePaiement = {
  mode: motRequete(...CODES_MODE, SANS_MODE),
  banque: texteRequete,
  /** Days of payment, both included. */
  du: jourRequete,
  au: jourRequete,
  etat: motRequete(...CODES_ETAT_CHERCHE),
}

const versementsFiltres = z.object({
  /** The text to find: a client's name, the number of a bien or of a receipt, or a part of a reference. */
  recherche: texteRequete,
  ...filtresDePaiement,
  residence: entierRequete,
  /** A code of payer, or "client" for payments by the client. */
  payeur_type: motRequete(...CODES_PAYEUR, LE_CLIENT),
  /** Without it the newest first. */
  tri: triRequete(TRIS_VERSEMENTS),
})
export type VersementsFiltres = z.output<typeof versementsFiltres>
const versementsQuery = z.extend(versementsFiltres, pageQuery.shape)
export type VersementsQuery = z.output<typeof versementsQuery>

/** Sums over the whole result: count and amount of the payments that count; `rejete` is the amount of the rejected cheques. */
const versementsTotaux = z.object({ nombre: z.number(), montant: decimal, rejete: decimal })
export type VersementsTotaux = z.output<typeof versementsTotaux>

export const versementsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/paiements',
    access: 'tresorerie',
    summary:
      'Tous les paiements, du plus récent au plus ancien ou triés (tri=-montant…), avec la somme de ceux qui comptent',
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
  /** A bien passes when one payment of its open sale passes all of these filters. */
  ...filtresDePaiement,
})
type FiltresLus = z.output<typeof payeursFiltres>
export type PayeursFiltres = Omit<FiltresLus, keyof FiltresDePaiement> & FiltresDePaiement
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
