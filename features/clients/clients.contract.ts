import * as z from 'zod/mini'
import { email, idParams, message, telephone, texte, texteFacultatif, version } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'
import { enveloppe, pageQuery } from '#shared/pagination.ts'

export const client = z.object({
  id: z.number(),
  nomComplet: z.string(),
  tel: z.string(),
  email: z.string(),
  adresse: z.nullable(z.string()),
  version: z.number(),
})
export type Client = z.output<typeof client>

/** A client as other records show it. */
export const clientResume = z.object({ id: z.number(), nomComplet: z.string(), tel: z.string(), email: z.string() })

export const clientInput = z.object({
  nomComplet: texte('Le nom complet est obligatoire.'),
  tel: telephone(),
  email: email(),
  adresse: texteFacultatif(255),
})
export type ClientInput = z.output<typeof clientInput>

const saved = z.extend(client, { message: z.string() })

export const clientsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/clients',
    access: 'membre',
    summary: 'Les clients, page par page ; tous sans page ni per_page',
    query: pageQuery,
    response: enveloppe(client),
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/all-clients',
    access: 'membre',
    summary: 'Tous les clients, pour les listes de choix',
    response: z.array(clientResume),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/clients',
    access: 'membre',
    summary: 'Ajoute un client',
    body: clientInput,
    response: saved,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/clients/{id}',
    access: 'membre',
    summary: 'Modifie un client',
    params: idParams,
    body: z.extend(clientInput, { version }),
    response: saved,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/clients/{id}',
    access: 'membre',
    summary: 'Supprime un client sans bien ni paiement',
    params: idParams,
    response: message,
  }),
}
