import * as z from 'zod/mini'
import { place } from '#features/parkings/places.contract.ts'
import { entier, idParams, message, reference, texte, texteRequete, version } from '#shared/champs.ts'
import { endpoint } from '#shared/endpoint.ts'
import { pageEnvelope, pageQuery } from '#shared/pagination.ts'

export const parking = z.object({
  id: z.number(),
  parking_nom: z.string(),
  residence_id: z.number(),
  residence: z.object({ id: z.number(), nom: z.string() }),
  /** How many places it can hold. */
  nb_places: z.number(),
  /** How many have been created, and how many of those are sold. */
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

/** What the created places come to: capacity is another matter (Q143). The rate is a percentage, 0 without places. */
export const occupation = z.object({
  occupation_rate: z.number(),
  total_places: z.number(),
  occupied_places: z.number(),
  available_places: z.number(),
})
export type Occupation = z.output<typeof occupation>

const saved = z.extend(parking, { message: z.string() })

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
    summary: 'Places créées, occupées, disponibles et taux d’occupation',
    params: idParams,
    response: occupation,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/parkings',
    access: 'patrimoine',
    summary: 'Ajoute un parking, encore sans place',
    body: parkingInput,
    response: saved,
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
    response: saved,
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
