import * as z from 'zod/mini'
import {
  CODES_ETAT_CHERCHE,
  CODES_MODE,
  CODES_PAYEUR,
  TRIS_VERSEMENTS,
  LE_CLIENT,
  SANS_MODE,
} from '#features/paiements/modes.ts'
import { ligneDeVersements } from '#features/paiements/paiement.schema.ts'
import { decimal } from '#shared/champs/codecs.ts'
import { entierRequete, jourRequete, motRequete, texteRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { EXPORT_TYPES, exportQuery } from '#shared/exports.ts'
import { pageEnvelope, pageQuery, triRequete } from '#shared/pagination.ts'

/** The query fields that filter payments. An unreadable value counts as absent; `readPeriode` swaps two days in the wrong order. */
export const filtresDePaiement = {
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
    response: z.extend(pageEnvelope(ligneDeVersements), { totals: versementsTotaux }),
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
