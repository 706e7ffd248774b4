import * as z from 'zod/mini'
import { filtresDesBiens } from '#features/biens/biens.contract.ts'
import { suiviDuBien } from '#features/etats/etats.schema.ts'
import { clientResume } from '#features/clients/clients.contract.ts'
import { residenceResume } from '#features/structure/residences.contract.ts'
import { assignerInput, etatDeVente } from '#features/ventes/ventes.contract.ts'
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
  texte,
} from '#shared/champs/codecs.ts'
import { entierRequete, texteRequete } from '#shared/champs/requetes.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

/** Kinds of place; the first is the default (D3 §3, §9). */
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
  ...etatDeVente,
  /** `nom` and `prenom` joined by a space are `nomComplet` (Q90). */
  client: z.nullable(z.extend(clientResume, { nom: z.string(), prenom: z.string() })),
  ...suiviDuBien,
  parking: z.object({
    id: z.number(),
    parking_nom: z.string(),
    residence_id: z.number(),
    residence: residenceResume,
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

const placeSaved = z.extend(place, { message: z.string() })
/** The place stands at the top and under its name (Q30). */
const moved = z.extend(placeSaved, { place })

const placesQuery = z.extend(pageQuery, {
  residence_id: entierRequete,
  parking_id: entierRequete,
  ...filtresDesBiens,
})

export const placesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/places-parking',
    aliases: ['/api/place-parking'],
    access: 'membre',
    summary:
      "Les places, page par page, par parking et numéro ; celles d'une résidence, d'un parking, d'un client, disponibles ou vendues, ou dans un des cinq états (etat_bien) si on les nomme",
    query: placesQuery,
    response: pageEnvelope(place),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/places-parking',
    aliases: ['/api/place-parking'],
    access: 'patrimoine',
    summary: 'Crée une place dans un parking, dans la limite de sa capacité',
    body: z.extend(placeInput, { parking_id: reference('Veuillez sélectionner un parking.') }),
    response: placeSaved,
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
    response: placeSaved,
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
    body: assignerInput,
    response: moved,
    succes: 'Place attribuée avec succès !',
  }),
  liberer: endpoint({
    method: 'POST',
    path: '/api/places-parking/{id}/liberer',
    aliases: ['/api/place-parking/{id}/liberer'],
    access: 'finDeVente',
    summary: "Libère une place ; les paiements de l'ancien client restent son historique",
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
    summary: "Les places d'un client",
    params: idParams,
    response: z.object({ places: z.array(place) }),
  }),
}

export const parking = z.object({
  id: z.number(),
  parking_nom: z.string(),
  residence_id: z.number(),
  residence: residenceResume,
  nb_places: z.number(),
  /** Places that exist, and those of them that are sold. */
  places_count: z.number(),
  occupied_places: z.number(),
  version: z.number(),
})
export type Parking = z.output<typeof parking>

export const parkingInput = z.object({
  parking_nom: texte('Le nom du parking est obligatoire.'),
  residence_id: reference('Veuillez sélectionner une résidence.'),
  nb_places: entier('Le nombre de places est obligatoire.', {
    min: 1,
    hors: 'Le nombre de places doit être un nombre entier, 1 au moins.',
  }),
})
export type ParkingInput = z.output<typeof parkingInput>

/** Occupation counts existing places, not the capacity (Q143); the rate is a percent, 0 without places. */
export const occupation = z.object({
  occupation_rate: z.number(),
  total_places: z.number(),
  occupied_places: z.number(),
  available_places: z.number(),
})
export type Occupation = z.output<typeof occupation>

const parkingSaved = z.extend(parking, { message: z.string() })

const parkingsQuery = z.extend(pageQuery, { search: texteRequete })
export type ParkingsQuery = z.output<typeof parkingsQuery>

export const parkingsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/parkings',
    access: 'membre',
    summary: 'Les parkings, page par page, cherchés par nom',
    query: parkingsQuery,
    response: pageEnvelope(parking),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/parkings/{id}',
    access: 'membre',
    summary: 'Un parking et toutes ses places',
    params: idParams,
    response: z.extend(parking, { places: z.array(place) }),
  }),
  occupation: endpoint({
    method: 'GET',
    path: '/api/parkings/{id}/occupation',
    access: 'membre',
    summary: "Places créées, occupées, disponibles et taux d'occupation",
    params: idParams,
    response: occupation,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/parkings',
    access: 'patrimoine',
    summary: 'Ajoute un parking, encore sans place',
    body: parkingInput,
    response: parkingSaved,
    status: 201,
    succes: 'Parking ajouté avec succès !',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/parkings/{id}',
    access: 'patrimoine',
    summary: 'Modifie un parking',
    params: idParams,
    body: z.extend(parkingInput, { version }),
    response: parkingSaved,
    succes: 'Parking modifié avec succès !',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/parkings/{id}',
    access: 'patrimoine',
    summary: 'Supprime un parking avec ses places libres',
    params: idParams,
    response: message,
    succes: 'Parking supprimé avec succès !',
  }),
}
