import * as z from 'zod/mini'
import {
  decimal,
  entier,
  facultatif,
  idParams,
  jourLu,
  jourPasse,
  message,
  reference,
  texte,
  texteFacultatif,
  version,
} from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'

/** A stage of the works, in the order of the firm. */
export const stade = z.object({ id: z.number(), nom: z.string(), rang: z.number(), version: z.number() })
export type Stade = z.output<typeof stade>

const RANG = 'Le rang est un nombre positif.'
export const stadeInput = z.object({
  nom: texte('Le nom du stade est obligatoire.', 120),
  rang: facultatif(entier(RANG, { min: 1, max: 10_000, hors: RANG })),
})
export type StadeInput = z.output<typeof stadeInput>

/** Where a bloc stands: nulls while it has not come so far. What falls due with it: its open lines, and what they amount to. */
const stadeDuBloc = z.object({
  stade_id: z.number(),
  nom: z.string(),
  rang: z.number(),
  atteint_le: z.nullable(jourLu),
  note: z.nullable(z.string()),
  note_par: z.nullable(z.string()),
  note_le: z.nullable(jourLu),
  echeances_en_attente: z.number(),
  montant_en_attente: decimal,
})
export type StadeDuBloc = z.output<typeof stadeDuBloc>

export const atteintInput = z.object({ atteint_le: jourPasse(), note: texteFacultatif() })
const params = z.object({
  id: reference('Identifiant inconnu.'),
  stadeId: reference('Identifiant inconnu.'),
})
const saved = z.extend(stade, { message: z.string() })

export const stadesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/blocs/{id}/stades',
    access: 'membre',
    summary: "Les stades des travaux d'un bloc, dans leur ordre, et ce qui attend chacun",
    params: idParams,
    response: z.object({ data: z.array(stadeDuBloc) }),
  }),
  record: endpoint({
    method: 'PUT',
    path: '/api/blocs/{id}/stades/{stadeId}',
    access: 'patrimoine',
    summary: 'Enregistre le jour où un bloc a atteint un stade, ou le corrige',
    params,
    body: atteintInput,
    response: z.object({ echeances: z.number(), montant: decimal, message: z.string() }),
    succes: 'Stade enregistré.',
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/blocs/{id}/stades/{stadeId}',
    access: 'patrimoine',
    summary: "Retire un stade d'un bloc : ses échéances ne sont plus exigibles",
    params,
    response: message,
    succes: 'Stade retiré.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/stades',
    access: 'parametres',
    summary: 'Ajoute un stade des travaux',
    body: stadeInput,
    response: saved,
    status: 201,
    succes: 'Stade ajouté avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/stades/{id}',
    access: 'parametres',
    summary: 'Renomme ou déplace un stade des travaux',
    params: idParams,
    body: z.extend(stadeInput, { version }),
    response: saved,
    succes: 'Stade modifié avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/stades/{id}',
    access: 'parametres',
    summary: 'Supprime un stade qui ne sert pas',
    params: idParams,
    response: message,
    succes: 'Stade supprimé avec succès !',
  }),
}
