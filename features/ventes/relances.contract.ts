import * as z from 'zod/mini'
import { CANAUX, RELANCES_MAX } from '#features/ventes/dossier.codes.ts'
import { relance } from '#features/ventes/dossiers.contract.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { idParams, message, texteFacultatif, VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { idsNommesRequete } from '#shared/champs/requetes.ts'
import { references } from '#shared/listes.ts'
import { langueQuery } from '#shared/exports.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

const AUCUN_DOSSIER = ventesErreurs.aucunDossier.message
const DOSSIER_INCONNU = ventesErreurs.dossierInconnu.message
const MOYEN = 'Choisissez un moyen de relance.'

/** 1 to 200 dossiers, duplicates counted once, with one refusal for the whole field. */
const venteIds = references(DOSSIER_INCONNU, {
  max: RELANCES_MAX,
  trop: ventesErreurs.tropDeDossiers.message,
  vide: AUCUN_DOSSIER,
  requis: AUCUN_DOSSIER,
})

/** 1 to {@link RELANCES_MAX} appels de fonds, each once. */
const documentIds = references(ventesErreurs.appelInvalide.message, {
  max: RELANCES_MAX,
  vide: VALEUR_INVALIDE,
})

/** Dossiers that are reminded, or the appels de fonds that were sent in their place. */
export const relancesInput = z
  .object({
    vente_ids: z.optional(venteIds),
    document_ids: z.optional(documentIds),
    canal: z.enum(CANAUX, { error: MOYEN }),
    note: texteFacultatif(),
  })
  .check(({ value: { vente_ids, document_ids }, issues }) => {
    if ((vente_ids === undefined) !== (document_ids === undefined)) return
    const refus = vente_ids === undefined ? AUCUN_DOSSIER : VALEUR_INVALIDE
    issues.push({ code: 'custom', message: refus, input: vente_ids, path: ['vente_ids'] })
  })
export type RelancesInput = z.output<typeof relancesInput>

export const relancesEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/relances',
    access: 'documents',
    summary: 'Note des relances faites, ou des appels de fonds envoyés : un moyen, tous ou aucun',
    body: relancesInput,
    response: z.object({
      relances: z.array(relance),
      /** Remarks refuse nothing: they name dossiers that already had a relance today. */
      remarques: z.array(z.string()),
      message: z.string(),
    }),
    status: 201,
    succes: 'Relance notée.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/relances/{id}',
    access: 'documents',
    summary: 'Retire une relance notée par erreur : son auteur, le jour même',
    params: idParams,
    response: message,
    succes: 'Note retirée.',
  }),
  lettres: fileEndpoint({
    method: 'GET',
    path: '/api/relances/lettres',
    access: 'documents',
    summary: 'Les lettres de relance des dossiers en retard, une page ou plus pour chacun',
    query: z.extend(langueQuery, { ventes: idsNommesRequete }),
    contentType: 'application/pdf',
  }),
}
