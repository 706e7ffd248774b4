import * as z from 'zod/mini'
import { decimal, jourLu } from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

const statistique = z.object({ title: z.string(), value: z.number() })
export type Statistique = z.output<typeof statistique>

const paiementRecent = z.object({
  id: z.number(),
  client_id: z.number(),
  client: z.string(),
  type: z.enum(['appartement', 'local', 'place_parking']),
  bien_id: z.number(),
  /** The lot's, local's or place's number. */
  nlot: z.string(),
  residence: z.string(),
  date_paiement: jourLu,
  versement: decimal,
})
export type PaiementRecent = z.output<typeof paiementRecent>

/** Sums over the current sales, so that they agree with the recap; what former clients paid stands apart in `anciens`. */
const ventesEtEncaissements = z.object({
  encaisse_mois: decimal,
  encaisse_total: decimal,
  reste_a_encaisser: decimal,
  anciens: decimal,
  biens_vendus: z.number(),
  biens_total: z.number(),
  /** The last twelve months, the current one last; `mois` is "2026-01". */
  mois: z.array(z.object({ mois: z.string(), montant: decimal })),
  derniers: z.array(paiementRecent),
})
export type VentesEtEncaissements = z.output<typeof ventesEtEncaissements>

/** What waits for somebody. The last two stop at 100. */
const alertes = z.object({
  echeances_en_retard: z.number(),
  montant_en_retard: decimal,
  options_a_echeance: z.number(),
  remboursements_a_faire: z.number(),
})
export type Alertes = z.output<typeof alertes>

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
      /** No backup for more than 48 hours: said to whoever sees to them. */
      sauvegarde_en_retard: z.optional(z.boolean()),
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
