import * as z from 'zod/mini'
import { anciennete } from '#features/echeanciers/echeances.contract.ts'
import { decimal, jourLu } from '#shared/champs/codecs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

const statistique = z.object({ title: z.string(), value: z.number() })
export type Statistique = z.output<typeof statistique>

const paiementRecent = z.object({
  id: z.number(),
  client_id: z.number(),
  client: z.string(),
  type: z.enum(['appartement', 'local', 'place_parking']),
  bien_id: z.number(),
  nlot: z.string(),
  residence: z.string(),
  date_paiement: jourLu,
  versement: decimal,
})
export type PaiementRecent = z.output<typeof paiementRecent>

/**
 * Sums over the current sales, which agree with the recap; payments of former clients stand apart in `anciens`. A month is what was paid in
 * it less what was rejected in it, whatever became of the sales (comptes D.5).
 */
const ventesEtEncaissements = z.object({
  encaisse_mois: decimal,
  rejete_mois: decimal,
  /** Refunds of the month, which its net leaves in. */
  rembourse_mois: decimal,
  encaisse_total: decimal,
  reste_a_encaisser: decimal,
  anciens: decimal,
  biens_vendus: z.number(),
  biens_total: z.number(),
  /** Net of each of the last twelve months, the current one last; `mois` is "2026-01", and a month may be negative. */
  mois: z.array(z.object({ mois: z.string(), montant: decimal })),
  derniers: z.array(paiementRecent),
})
export type VentesEtEncaissements = z.output<typeof ventesEtEncaissements>

/** Counts of things to do. Options, ventes, remboursements and rejected cheques stop at 100. */
const alertes = z.object({
  echeances_en_retard: z.number(),
  montant_en_retard: decimal,
  /** The late amount by days of lateness. */
  anciennete,
  /** Cheques not yet brought to the bank, and their amount; null without the droit tresorerie. */
  cheques_a_remettre: z.nullable(z.number()),
  montant_a_remettre: z.nullable(decimal),
  options_a_echeance: z.number(),
  ventes_sans_echeancier: z.number(),
  remboursements_a_faire: z.number(),
  /** Open ventes whose contract has no day. */
  ventes_sans_contrat: z.number(),
  /** Rejected cheques still to represent; null without the droit tresorerie. */
  cheques_rejetes: z.nullable(z.number()),
})
export type Alertes = z.output<typeof alertes>

/** How the biens of a residence stand, and the money of its open sales. */
const residenceAuTableau = z.object({
  id: z.number(),
  nom: z.string(),
  biens: z.number(),
  etats: z.object({
    libre: z.number(),
    option: z.number(),
    bloque: z.number(),
    vendu: z.number(),
    livre: z.number(),
  }),
  prix_vendu: decimal,
  paye: decimal,
  en_retard: decimal,
})
export type ResidenceAuTableau = z.output<typeof residenceAuTableau>

/** Residences that the dashboard shows. */
export const RESIDENCES_MONTREES = 12

export const tableauDeBordEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/dashboard',
    access: 'membre',
    summary: 'Les six statistiques, les ventes et les encaissements, ce qui est à traiter',
    response: z.object({
      stats: z.array(statistique),
      ventes: ventesEtEncaissements,
      alertes,
      /** True when the last backup is older than 48 hours; only for members in charge of backups. */
      sauvegarde_en_retard: z.optional(z.boolean()),
      /** The downloads of a backup within seven days, the latest first, as ISO instants; only for the same members. */
      telechargements: z.optional(z.array(z.object({ nom: z.string(), le: z.string() }))),
    }),
  }),
  residences: endpoint({
    method: 'GET',
    path: '/api/dashboard/residences',
    access: 'membre',
    summary: `Les ${RESIDENCES_MONTREES} premières résidences par nom : leurs biens par état, ce qui est vendu, payé et en retard`,
    response: z.object({
      data: z.array(residenceAuTableau),
      /** How many residences there are. */
      residences: z.number(),
    }),
  }),
  export: fileEndpoint({
    method: 'GET',
    path: '/api/dashboard/export',
    access: 'exporter',
    summary: 'Le tableau de bord en classeur Excel',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
}
