import * as z from 'zod/mini'
import { etendueDuRapport, periodeQuery } from '#features/rapports/rapports.contract.ts'
import { decimal } from '#shared/champs/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'

/** One amount a residence, in the order of `residences`, and their sum. */
const sommes = { montants: z.array(decimal), total: decimal }

/** Sums of the bons of a period, by category and residence; `regle` is what was paid in it, of whatever bon. */
export const chargesParPeriode = z.object({
  ...etendueDuRapport,
  /** By name; the last has no id where bons name no residence. */
  residences: z.array(z.object({ id: z.nullable(z.number()), nom: z.string() })),
  categories: z.array(z.object({ id: z.number(), nom: z.string(), ...sommes })),
  totals: z.object(sommes),
  regle: decimal,
})
export type ChargesParPeriode = z.output<typeof chargesParPeriode>

export const chargesQuery = z.object(periodeQuery)
export type ChargesQuery = z.output<typeof chargesQuery>

/** The name of the bons that name no residence. */
export const SANS_RESIDENCE = 'Sans résidence'

export const chargesRapportEndpoints = {
  charges: endpoint({
    method: 'GET',
    path: '/api/rapports/charges',
    access: 'chargesLire',
    summary: "Les bons d'achat d'une période par catégorie et résidence, et ce qui y fut réglé",
    query: chargesQuery,
    response: chargesParPeriode,
  }),
}
