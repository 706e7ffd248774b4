import * as z from 'zod/mini'
import { decimal, jourLu } from '#shared/champs/codecs.ts'
import { moisRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** The journals of an accountant: bank, till, purchases, other. */
export const JOURNAUX = ['BQ', 'CA', 'AC', 'OD'] as const
export type JournalComptable = (typeof JOURNAUX)[number]

/** One line of an écriture. One of `debit` and `credit` is null; `compte` says « à affecter » where the settings name none. */
export const ligneDEcriture = z.object({
  journal: z.enum(JOURNAUX),
  date: jourLu,
  piece: z.string(),
  compte: z.string(),
  tiers: z.string(),
  libelle: z.string(),
  debit: z.nullable(decimal),
  credit: z.nullable(decimal),
})
export type LigneDEcriture = z.output<typeof ligneDEcriture>

export const ecrituresQuery = z.object({
  /** The last month when absent. */
  mois: moisRequete,
})
export type EcrituresQuery = z.output<typeof ecrituresQuery>

export const ecrituresEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/rapports/ecritures',
    access: 'exporter',
    summary:
      "Les écritures d'un mois, faites des reçus, remises, remboursements, bons et règlements : rien n'est enregistré",
    query: z.extend(ecrituresQuery, pageQuery.shape),
    response: z.extend(pageEnvelope(ligneDEcriture), {
      mois: z.string(),
      totals: z.object({ debit: decimal, credit: decimal }),
      /** Lines without an account. */
      a_affecter: z.number(),
      /** Sum of the receipts of before Diyar in the month, less their rejections; they have no line. */
      reprises: decimal,
    }),
  }),
}
