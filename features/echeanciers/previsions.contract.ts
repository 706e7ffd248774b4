import * as z from 'zod/mini'
import { idParams, jourFacultatif, jourLu, reference, VALEUR_INVALIDE } from '#shared/champs/codecs.ts'
import { endpoint } from '#shared/endpoint.ts'
import { liste } from '#shared/listes.ts'

const stadePrevu = z.object({
  stade_id: z.number(),
  nom: z.string(),
  prevu_le: z.nullable(jourLu),
  atteint_le: z.nullable(jourLu),
})

/** A bloc with the days on which its works are foreseen, its stades in their order. */
const blocPrevu = z.object({
  id: z.number(),
  nomloc: z.string(),
  livraison_prevue_le: z.nullable(jourLu),
  stades: z.array(stadePrevu),
})
export type BlocPrevu = z.output<typeof blocPrevu>

const id = reference(VALEUR_INVALIDE)

/** An absent day stays, null or a blank clears it. */
export const previsionsInput = z.object({
  blocs: liste(
    z.object({
      id,
      livraison_prevue_le: jourFacultatif(),
      stades: z.optional(liste(z.object({ stade_id: id, prevu_le: jourFacultatif() }), { max: 200 })),
    }),
    { max: 200, vide: VALEUR_INVALIDE },
  ),
})
export type PrevisionsInput = z.output<typeof previsionsInput>

const previsions = z.object({ data: z.array(blocPrevu) })

export const previsionsEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/residences/{id}/previsions',
    access: 'membre',
    summary: "Les dates prévues des stades et des livraisons d'une résidence, bloc par bloc",
    params: idParams,
    response: previsions,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/residences/{id}/previsions',
    access: 'patrimoine',
    summary: "Modifie les dates prévues des blocs d'une résidence ; seulement celles qui sont envoyées",
    params: idParams,
    body: previsionsInput,
    response: z.extend(previsions, { message: z.string() }),
    succes: 'Dates prévues enregistrées avec succès !',
  }),
}
