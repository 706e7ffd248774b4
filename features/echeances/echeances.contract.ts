import * as z from 'zod/mini'
import { bienResume } from '#features/biens/bien.contract.ts'
import { clientResume } from '#features/clients/clients.contract.ts'
import { CANAUX } from '#features/dossiers/dossier.codes.ts'
import { echeance } from '#features/dossiers/dossier.contract.ts'
import { HORIZONS, ONGLETS } from '#features/echeances/echeances.codes.ts'
import { decimal, entierRequete, jourLu, motRequete, texteRequete } from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { EXPORT_TYPES, exportQuery } from '#shared/exports.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** An échéance with whose it is, for what, and when he was last reminded. */
export const ligne = z.extend(echeance, {
  vente_id: z.number(),
  dossier: z.string(),
  client: clientResume,
  bien: bienResume,
  derniere_relance: z.nullable(z.object({ jour: jourLu, canal: z.enum(CANAUX) })),
  relance_aujourdhui: z.boolean(),
  /** What is late of its whole dossier. */
  dossier_en_retard: decimal,
})
export type Ligne = z.output<typeof ligne>

/** Over the whole result, whatever page is shown. */
const totaux = z.object({ nombre: z.number(), montant: decimal, recu: decimal, reste: decimal })
export type Totaux = z.output<typeof totaux>

/** What remains of the late lines under the same filters, whatever the tab, by how many days they are late. */
const anciennete = z.object({ j0_30: decimal, j31_60: decimal, j61_90: decimal, j90_plus: decimal })
export type Anciennete = z.output<typeof anciennete>

export const echeancesFiltres = z.object({
  onglet: motRequete(...ONGLETS),
  horizon: motRequete(...HORIZONS),
  search: texteRequete,
  residence_id: entierRequete,
  bloc_id: entierRequete,
})
export type EcheancesFiltres = z.output<typeof echeancesFiltres>

export const echeancesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/echeances',
    access: 'membre',
    summary: "Les échéances en retard, exigibles ou à venir, avec leurs sommes et l'ancienneté des retards",
    query: z.extend(echeancesFiltres, pageQuery.shape),
    response: z.extend(pageEnvelope(ligne), { totals: totaux, anciennete }),
  }),
  export: fileEndpoint({
    method: 'GET',
    path: '/api/echeances/export',
    access: 'exporter',
    summary: 'Les échéances en classeur Excel, ou en PDF avec format=pdf',
    query: z.extend(echeancesFiltres, exportQuery.shape),
    contentType: EXPORT_TYPES,
  }),
}
