import * as z from 'zod/mini'
import { CANAUX } from '#features/dossiers/dossier.codes.ts'
import { relance } from '#features/dossiers/dossier.contract.ts'
import { reference, texteFacultatif } from '#shared/champs.ts'
import { endpoint, fileEndpoint } from '#shared/endpoint.ts'

/** So many dossiers are reminded at once. */
export const DOSSIERS_MAX = 200
export const AUCUN_DOSSIER = 'Choisissez au moins un dossier.'
export const TROP_DE_DOSSIERS = `Choisissez ${DOSSIERS_MAX} dossiers au plus.`
export const DOSSIER_INCONNU = "Un de ces dossiers n'existe pas."
const MOYEN = 'Choisissez un moyen de relance.'

const unId = reference(DOSSIER_INCONNU)
/** 1 to 200 dossiers, one named twice counts once. One refusal for the whole field. */
const venteIds = z.pipe(
  z.array(z.unknown(), { error: AUCUN_DOSSIER }).check(z.minLength(1, AUCUN_DOSSIER)),
  z.transform((nommes, contexte): number[] => {
    const lus = nommes.map((nomme) => z.safeParse(unId, nomme))
    const chacun = [...new Set(lus.flatMap(({ data }) => data ?? []))]
    const trop = chacun.length > DOSSIERS_MAX && TROP_DE_DOSSIERS
    const faute = lus.every(({ success }) => success) ? trop : DOSSIER_INCONNU
    if (faute === false) return chacun
    contexte.issues.push({ code: 'custom', message: faute, input: nommes })
    return z.NEVER
  }),
)

export const relancesInput = z.object({
  vente_ids: venteIds,
  canal: z.enum(CANAUX, { error: MOYEN }),
  note: texteFacultatif(),
})
export type RelancesInput = z.output<typeof relancesInput>

/** « 12,15 »: undefined when absent; what is no number reads as a dossier that does not exist. */
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
      /** What is worth knowing and refuses nothing: who was reminded today already. */
      remarques: z.array(z.string()),
      message: z.string(),
    }),
    status: 201,
    succes: 'Relance notée.',
  }),
  lettres: fileEndpoint({
    method: 'GET',
    path: '/api/relances/lettres',
    access: 'documents',
    summary: 'Les lettres de relance des dossiers en retard, une page ou plus pour chacun',
    query: z.object({ ventes: ventesRequete }),
    contentType: 'application/pdf',
  }),
}
