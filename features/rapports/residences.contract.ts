import * as z from 'zod/mini'
import { decimal, jourLu } from '#shared/champs/codecs.ts'
import { jourRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** Sums spent for a residence, or for none: the bons up to the day, and the paid part of them. */
const depenses = { depense: decimal, regle: decimal, reste_a_regler: decimal }

const sommes = {
  biens: z.number(),
  vendus: z.number(),
  /** Price of the sold biens; `valeur_libre` is the price of the others, `valeur_totale` both. */
  prix_vendu: decimal,
  paye: decimal,
  reste: decimal,
  /** In percent, cut; null where nothing is sold. */
  pourcentage: z.nullable(z.number()),
  valeur_totale: decimal,
  valeur_libre: decimal,
  /** Null for a day of the past: an échéance keeps no history. */
  en_retard: z.nullable(decimal),
  ...depenses,
  budget: z.nullable(decimal),
  /** Spent of the budget, in percent, cut, and what all biens are worth above it; null without a budget. */
  avancement: z.nullable(z.number()),
  marge_prevue: z.nullable(decimal),
  /** Sold price less spent sum, which is no margin. */
  vendu_moins_depense: decimal,
}
const sommesDeResidence = z.object(sommes)
export type SommesDeResidence = z.output<typeof sommesDeResidence>
const residenceDuRapport = z.object({ id: z.number(), nom: z.string(), ...sommes })
export type ResidenceDuRapport = z.output<typeof residenceDuRapport>

/** `au` is a day, today where it is absent or later. */
export const residencesQuery = z.extend(pageQuery, { au: jourRequete })
export type ResidencesQuery = z.output<typeof residencesQuery>

export const residencesRapportEndpoints = {
  residences: endpoint({
    method: 'GET',
    path: '/api/rapports/residences',
    access: 'exporter',
    summary: "Ce que chaque résidence a vendu, encaissé, dépensé et ce qu'il en reste, arrêté à un jour",
    query: residencesQuery,
    response: z.object({
      au: jourLu,
      residences: pageEnvelope(residenceDuRapport),
      sans_residence: z.object(depenses),
      totals: sommesDeResidence,
    }),
  }),
}
