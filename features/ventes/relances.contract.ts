import * as z from 'zod/mini'
import { CANAUX, RELANCES_MAX } from '#features/ventes/dossier.codes.ts'
import { relance } from '#features/ventes/dossiers.contract.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { idParams, message, texteFacultatif } from '#shared/champs/codecs.ts'
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

export const relancesInput = z.object({
  vente_ids: venteIds,
  canal: z.enum(CANAUX, { error: MOYEN }),
  note: texteFacultatif(),
})
export type RelancesInput = z.output<typeof relancesInput>

/** Reads « 12,15 »; an absent value gives no dossier, and a word that is no number gives 0, which no dossier has. */
const ventesRequete = z.pipe(
  z.optional(z.unknown()),
  z.transform((valeur): number[] => {
    if (typeof valeur !== 'string' || valeur.trim() === '') return []
    return [
      ...new Set(valeur.split(',').map((nomme) => (/^\d{1,15}$/.test(nomme.trim()) ? Number(nomme) : 0))),
    ]
  }),
)

export const relancesEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/relances',
    access: 'documents',
    summary: 'Note des relances faites : un moyen, un ou plusieurs dossiers, tous ou aucun',
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
    query: z.extend(langueQuery, { ventes: ventesRequete }),
    contentType: 'application/pdf',
  }),
}
