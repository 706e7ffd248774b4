import * as z from 'zod/mini'
import { suiviDuBien } from '#features/biens/bien.contract.ts'
import { clientResume } from '#features/clients/clients.contract.ts'
import {
  decimal,
  entier,
  facultatif,
  idParams,
  message,
  montant,
  reference,
  surface,
  texteFacultatif,
  version,
} from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'

/** The three kinds of place; the first is the default (D3 §3, §9). */
export const TYPES_PLACE = ['Plein Air', 'Box', 'Couvert'] as const

const TYPE_REQUIS = 'Veuillez choisir un type : Plein Air, Box ou Couvert.'
const NUMERO_HORS = 'Le numéro de la place doit être un nombre entier, 1 au moins.'

export const place = z.object({
  id: z.number(),
  parking_id: z.number(),
  numero_place: z.number(),
  type_place: z.string(),
  position: z.nullable(z.string()),
  superficie: z.nullable(decimal),
  montant: decimal,
  /** null: the place is free. */
  client_id: z.nullable(z.number()),
  /** `nom` and `prenom` joined by a space are `nomComplet` (Q90). */
  client: z.nullable(z.extend(clientResume, { nom: z.string(), prenom: z.string() })),
  estDispo: z.boolean(),
  resteAPayer: decimal,
  pourcentagePaiement: z.number(),
  ...suiviDuBien,
  parking: z.object({
    id: z.number(),
    parking_nom: z.string(),
    residence_id: z.number(),
    residence: z.object({ id: z.number(), nom: z.string() }),
  }),
  version: z.number(),
})
export type Place = z.output<typeof place>

export const placeInput = z.object({
  numero_place: entier('Le numéro de la place est obligatoire.', { min: 1, hors: NUMERO_HORS }),
  type_place: z.enum(TYPES_PLACE, { error: TYPE_REQUIS }),
  position: texteFacultatif(100),
  montant: montant(),
  superficie: facultatif(surface()),
})
export type PlaceInput = z.output<typeof placeInput>

export const attribuerInput = z.object({
  client_id: reference('Veuillez sélectionner un client.'),
  option_id: facultatif(reference('Cette option est close.')),
})

const saved = z.extend(place, { message: z.string() })
/** The place at the top and under its name (Q30). */
const moved = z.extend(saved, { place })

export const placesEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/places-parking',
    aliases: ['/api/place-parking'],
    access: 'patrimoine',
    summary: 'Crée une place dans un parking, dans la limite de sa capacité',
    body: z.extend(placeInput, { parking_id: reference('Veuillez sélectionner un parking.') }),
    response: saved,
    status: 201,
    succes: 'Place ajoutée avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/places-parking/{id}',
    aliases: ['/api/place-parking/{id}'],
    access: 'patrimoine',
    summary: 'Modifie une place ; son parking et son client ne changent pas ici',
    params: idParams,
    body: z.extend(placeInput, { version }),
    response: saved,
    succes: 'Place modifiée avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/places-parking/{id}',
    aliases: ['/api/place-parking/{id}'],
    access: 'patrimoine',
    summary: 'Supprime une place libre et sans paiement',
    params: idParams,
    response: message,
    succes: 'Place supprimée avec succès !',
  }),
  attribuer: endpoint({
    method: 'POST',
    path: '/api/places-parking/{id}/attribuer',
    aliases: ['/api/place-parking/{id}/attribuer'],
    access: 'ventes',
    summary: 'Attribue une place libre à un client',
    params: idParams,
    body: attribuerInput,
    response: moved,
    succes: 'Place attribuée avec succès !',
  }),
  liberer: endpoint({
    method: 'POST',
    path: '/api/places-parking/{id}/liberer',
    aliases: ['/api/place-parking/{id}/liberer'],
    access: 'finDeVente',
    summary: 'Libère une place ; les paiements de l’ancien client restent son historique',
    params: idParams,
    response: moved,
    succes: 'Place libérée avec succès !',
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/place-parking/{id}',
    aliases: ['/api/places-parking/{id}'],
    access: 'membre',
    summary: 'Une place',
    params: idParams,
    response: place,
  }),
  ofClient: endpoint({
    method: 'GET',
    path: '/api/place-parking-client/{id}',
    aliases: ['/api/places-parking-client/{id}'],
    access: 'membre',
    summary: 'Les places d’un client',
    params: idParams,
    response: z.object({ places: z.array(place) }),
  }),
}
