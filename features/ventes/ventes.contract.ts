import * as z from 'zod/mini'
import { clientResume } from '#features/clients/clients.contract.ts'
import { residenceResume } from '#features/residences/residences.contract.ts'
import { ETATS } from '#shared/biens.ts'
import { decimal, facultatif, reference } from '#shared/champs.ts'

/** What `assigner-client` is sent. */
/** `option_id`: the option under which somebody buys who was no client when it was taken. */
export const assignerInput = z.object({
  client_id: reference('Veuillez sélectionner un client.'),
  option_id: facultatif(reference('Cette option est close.')),
})

/** Where the current sale of a bien stands; a free one has no client and its whole price remains (D2 §3, Q132). */
export const etatDeVente = {
  montant: decimal,
  client_id: z.nullable(z.number()),
  client: z.nullable(clientResume),
  /** No client (Q131). */
  estDispo: z.boolean(),
  resteAPayer: decimal,
  pourcentagePaiement: z.number(),
}

/** The état a list is limited to; anything else means all. */
export const etatRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur) => ETATS.find((etat) => etat === valeur)),
)

/** A sale that ended and left payments behind: what the bien keeps of a former client (Q128). */
export const venteTerminee = z.object({
  id: z.number(),
  client: clientResume,
  montant: decimal,
  totalPaye: decimal,
  nombrePaiements: z.number(),
  /** Civil days in Algiers. */
  ouverteLe: z.string(),
  termineeLe: z.string(),
  dossier: z.string(),
  etat: z.enum(['desistement', 'retrait']),
  /** What was kept and what was given back of a désisted one. */
  retenue: z.nullable(decimal),
  rembourse: z.nullable(decimal),
})
export type VenteTerminee = z.output<typeof venteTerminee>

/** The bloc a lot stands in, with its residence. */
export const blocDuLot = z.object({
  id: z.number(),
  nomloc: z.string(),
  residence_id: z.number(),
  residence: residenceResume,
})
