import * as z from 'zod/mini'
import { suiviDuBien } from '#features/etats/etats.schema.ts'
import { clientResume } from '#features/clients/clients.contract.ts'
import { modeleChoisi, repartition } from '#features/echeanciers/stades.contract.ts'
import { paiementsDeVente } from '#features/paiements/paiement.schema.ts'
import { decimal, facultatif, jourPasse, montant, reference, version } from '#shared/champs/codecs.ts'

/**
 * Body of `assigner-client` and `attribuer`. `option_id` names the buyer's option when it was taken by somebody who was no client yet.
 * The day is today and the price that of the bien unless they are given; without `modele_id` the sale has no échéancier. `version` is
 * that of the bien (ecrans §3).
 */
export const assignerInput = z.object({
  client_id: reference('Veuillez sélectionner un client.'),
  option_id: facultatif(reference('Cette option est close.')),
  reservation_le: facultatif(jourPasse()),
  prix: facultatif(montant()),
  modele_id: facultatif(modeleChoisi),
  ...repartition,
  version,
})
export type AssignerInput = z.output<typeof assignerInput>

/** State of the current sale of a bien. A free bien has no client, and its whole price remains (D2 §3, Q132). */
export const etatDeVente = {
  montant: decimal,
  client_id: z.nullable(z.number()),
  client: z.nullable(clientResume),
  /** A bien is free when it has no client (Q131). */
  estDispo: z.boolean(),
  resteAPayer: decimal,
  pourcentagePaiement: z.number(),
}

/** An ended sale that left payments or a désistement: the bien keeps it as the history of a former client (Q128). */
export const venteTerminee = z.object({
  id: z.number(),
  client: clientResume,
  montant: decimal,
  totalPaye: decimal,
  nombrePaiements: z.number(),
  /** `ouverteLe` and `termineeLe` are civil days in Algiers. */
  ouverteLe: z.string(),
  termineeLe: z.string(),
  dossier: z.string(),
  etat: z.enum(['desistement', 'retrait']),
  /** Amounts kept and given back; null unless the sale ended by a désistement. */
  retenue: z.nullable(decimal),
  rembourse: z.nullable(decimal),
})
export type VenteTerminee = z.output<typeof venteTerminee>

/** The sale of a lot in its report: what is paid of the open one, and the ended ones. */
export const venteDuRapport = {
  pourcentagePaiement: z.number(),
  totalPayments: decimal,
  resteAPayer: decimal,
  paiements: paiementsDeVente,
  vente_id: suiviDuBien.vente_id,
  dossier: suiviDuBien.dossier,
  etat_bien: suiviDuBien.etat_bien,
  option: suiviDuBien.option,
  historique: z.array(venteTerminee),
}
