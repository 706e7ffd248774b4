import * as z from 'zod/mini'
import { CODES_MODE } from '#features/paiements/modes.ts'
import { etendueDuRapport, periodeQuery } from '#features/rapports/rapports.contract.ts'
import { decimal } from '#shared/champs/codecs.ts'
import { entierRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** Sums of what came in and went out (comptes-2 B.2): `net` is encaissé less rejeté; refunds and retenues stand beside it, so does the timbre. */
const sommes = {
  encaisse: decimal,
  /** Number of payments. */
  nombre: z.number(),
  rejete: decimal,
  net: decimal,
  rembourse: decimal,
  retenues: decimal,
  timbre: decimal,
}
const sommesSeules = z.object(sommes)
export type SommesEncaissees = z.output<typeof sommesSeules>

export const encaissementsFiltres = z.object({ ...periodeQuery, residence: entierRequete })
export type EncaissementsFiltres = z.output<typeof encaissementsFiltres>

const modes = z.array(
  z.object({ mode: z.nullable(z.enum(CODES_MODE)), nombre: z.number(), montant: decimal }),
)
export type ModesEncaisses = z.output<typeof modes>
const mois = z.object({ mois: z.string(), ...sommes })
export type MoisEncaisse = z.output<typeof mois>

export const encaissementsEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/rapports/encaissements',
    access: 'tresorerie',
    summary:
      'Ce qui est encaissé, rejeté, remboursé et retenu par mois, par mode et par résidence, toutes ventes comprises',
    query: z.extend(encaissementsFiltres, pageQuery.shape),
    response: z.object({
      ...etendueDuRapport,
      totals: sommesSeules,
      modes,
      mois: z.array(mois),
      residences: pageEnvelope(z.object({ id: z.number(), nom: z.string(), ...sommes })),
    }),
  }),
}
