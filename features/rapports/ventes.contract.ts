import * as z from 'zod/mini'
import { etendueDuRapport, periodeQuery } from '#features/rapports/rapports.contract.ts'
import { decimal } from '#shared/champs/codecs.ts'
import { motRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** Sales by the month of their réservation, whatever became of them, and ends by their own: a sale that was reopened has none. */
const sommes = {
  ventes: z.number(),
  prix: decimal,
  desistements: z.number(),
  prix_desistes: decimal,
  /** Sales closed by « Retirer » or « Libérer ». */
  retraits: z.number(),
}
const sommesSeules = z.object(sommes)
export type SommesVendues = z.output<typeof sommesSeules>

/** Grouping of the lines of the report: by residence, the default, or by seller. */
export const PAR = ['residence', 'vendeur'] as const
export type Par = (typeof PAR)[number]

export const ventesFiltres = z.object({ ...periodeQuery, par: motRequete(...PAR) })
export type VentesFiltres = z.output<typeof ventesFiltres>

const mois = z.object({ mois: z.string(), ...sommes })
export type MoisVendu = z.output<typeof mois>
/** The id is null of who is no member any more, and of what nobody knows. */
const ligne = z.object({ id: z.nullable(z.number()), nom: z.string(), ...sommes })
export type LigneVendue = z.output<typeof ligne>

export const ventesRapportEndpoints = {
  ventes: endpoint({
    method: 'GET',
    path: '/api/rapports/ventes',
    access: 'exporter',
    summary:
      'Les ventes par mois de réservation et leurs fins par mois, par résidence ou par commercial (par=vendeur)',
    query: z.extend(ventesFiltres, pageQuery.shape),
    response: z.object({
      ...etendueDuRapport,
      totals: sommesSeules,
      mois: z.array(mois),
      lignes: pageEnvelope(ligne),
    }),
  }),
}
