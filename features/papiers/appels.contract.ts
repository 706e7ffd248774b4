import * as z from 'zod/mini'
import { clientResume } from '#features/clients/clients.contract.ts'
import { bienResume } from '#features/etats/etats.schema.ts'
import { document } from '#features/papiers/papiers.contract.ts'
import { APPELS_MAX } from '#features/papiers/papiers.rules.ts'
import { papiersErreurs } from '#features/papiers/papiers.erreurs.ts'
import { CANAUX } from '#features/ventes/dossier.codes.ts'
import { decimal, facultatif, jour, jourLu, reference, VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { idsNommesRequete } from '#shared/champs/requetes.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'
import { tirageQuery } from '#shared/exports.ts'
import { liste } from '#shared/listes.ts'
import { LANGUES } from '#shared/papiers.ts'

/** An open line of the stade of a bloc that is not covered, with its appel de fonds. Amounts in dinars on the wire. */
const appel = z.object({
  echeance_id: z.number(),
  libelle: z.string(),
  vente_id: z.number(),
  dossier: z.string(),
  client: clientResume,
  bien: bienResume,
  montant: decimal,
  reste: decimal,
  exigible_le: z.nullable(jourLu),
  attend: z.nullable(z.enum(['contrat'])),
  /** That of the client's name (RF-26). */
  langue: z.enum(LANGUES),
  /** Its last valid appel de fonds; to be made again when its amount is not what remains of the line. */
  document: z.nullable(
    z.object({ id: z.number(), numero: z.string(), montant: decimal, a_refaire: z.boolean() }),
  ),
  /** Means by which appels of the line were sent, the oldest first, those that are cancelled since among them. */
  notes: z.array(z.object({ canal: z.enum(CANAUX), jour: jourLu, numero: z.string() })),
})
export type Appel = z.output<typeof appel>

export const appels = z.object({
  stade: z.object({ id: z.number(), nom: z.string() }),
  bloc: z.object({ id: z.number(), nomloc: z.string() }),
  atteint_le: jourLu,
  data: z.array(appel),
  /** Totals of the lines that are due; `appelees` are those whose appel de fonds stands. */
  totals: z.object({ nombre: z.number(), reste: decimal, appelees: z.number() }),
})
export type Appels = z.output<typeof appels>

export const appelsInput = z.object({
  lignes: liste(z.object({ echeance_id: reference(VALEUR_INVALIDE), langue: z.optional(z.enum(LANGUES)) }), {
    max: APPELS_MAX,
    trop: papiersErreurs.tropDAppels.message,
    vide: papiersErreurs.aucuneEcheance.message,
    requis: papiersErreurs.aucuneEcheance.message,
  }),
  /** Last day to pay. */
  limite_le: facultatif(jour()),
})
export type AppelsInput = z.output<typeof appelsInput>

const IDENTIFIANT = 'Identifiant inconnu.'
const params = z.object({ id: reference(IDENTIFIANT), stadeId: reference(IDENTIFIANT) })
export type StadeNomme = z.output<typeof params>

export const appelsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/blocs/{id}/stades/{stadeId}/appels',
    access: 'documents',
    summary: "Les échéances d'un stade atteint qui restent à régler, et l'appel de fonds de chacune",
    params,
    response: appels,
    refuses: [409],
  }),
  etablir: endpoint({
    method: 'POST',
    path: '/api/blocs/{id}/stades/{stadeId}/appels',
    access: 'documents',
    summary: "Établit l'appel de fonds de chacune de ces échéances, sous des numéros qui se suivent",
    params,
    body: appelsInput,
    response: z.object({ documents: z.array(document), message: z.string() }),
    status: 201,
    succes: 'Appels de fonds établis.',
  }),
  pdf: fileEndpoint({
    method: 'GET',
    path: '/api/blocs/{id}/stades/{stadeId}/appels/pdf',
    access: 'documents',
    summary: "Des appels de fonds d'un stade, tels qu'ils ont été établis, dans cet ordre",
    params,
    query: z.extend(tirageQuery, { documents: idsNommesRequete }),
    contentType: 'application/pdf',
  }),
}
