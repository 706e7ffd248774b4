import * as z from 'zod/mini'
import { email, idParams, message, telephone, texte, version } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'

export const promoteur = z.object({
  id: z.number(),
  nom: z.string(),
  email: z.string(),
  telephone: z.string(),
  adresse: z.string(),
  version: z.number(),
})
export type Promoteur = z.output<typeof promoteur>

export const promoteurInput = z.object({
  nom: texte('Le nom est obligatoire.'),
  email: email(),
  telephone: telephone(),
  adresse: texte("L'adresse est obligatoire."),
})
export type PromoteurInput = z.output<typeof promoteurInput>

const saved = z.extend(promoteur, { message: z.string() })

export const promoteurEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/promoteurs',
    access: 'membre',
    summary: 'Le promoteur, seul élément de la liste ; vide tant qu’aucun n’est enregistré',
    response: z.array(promoteur),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/promoteurs',
    access: 'parametres',
    summary: 'Enregistre le promoteur, s’il n’y en a pas encore',
    body: promoteurInput,
    response: saved,
    status: 201,
    succes: 'Promoteur ajouté avec succès!',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/promoteurs/{id}',
    access: 'parametres',
    summary: 'Modifie le promoteur',
    params: idParams,
    body: z.extend(promoteurInput, { version }),
    response: saved,
    succes: 'Promoteur modifié avec succès!',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/promoteurs/{id}',
    access: 'parametres',
    summary: 'Supprime le promoteur',
    params: idParams,
    response: message,
    succes: 'Promoteur supprimé avec succès!',
  }),
}
