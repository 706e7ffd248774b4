import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  parkingsEndpoints,
  type parking,
  placesEndpoints,
  type place,
} from '#features/biens/parkings.contract.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import type { Wire } from '#shared/endpoint.ts'
import { acheteurLu } from '#features/biens/web/lots.ts'
import { PARKING_VIDE, PLACE_VIDE } from '#features/biens/web/biens.blanks.ts'
import { callApi, callPage, callRecord } from '#web/kit/call/api.ts'

/** Parkings and places from the API, amounts in decimal dinars, areas in decimal m². */
export type ParkingLu = Wire<typeof parking>
export type PlaceLue = Wire<typeof place>

const key = ['parkings'] as const

/** The specified answer names the buyer of a place by `nom` and `prenom` alone (D3 §9). */
const nomme = (client: PlaceLue['client']): PlaceLue['client'] =>
  client && {
    ...client,
    nomComplet: client.nomComplet || [client.nom, client.prenom].filter(Boolean).join(' '),
  }

export const toBien = (place: PlaceLue) => ({
  ...place,
  client: nomme(acheteurLu(place)),
  type: 'place_parking' as const,
  numero: place.numero_place,
  estDispo: place.client_id === null,
})

export const parkingsQueries = {
  page: (page: number, search: string) =>
    queryOptions({
      queryKey: [...key, 'page', page, search],
      queryFn: ({ signal }) =>
        callPage(
          parkingsEndpoints.list,
          { query: { page, per_page: 6, search }, signal },
          { blank: PARKING_VIDE },
        ),
      placeholderData: keepPreviousData,
    }),
  read: (id: number) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: ({ signal }) =>
        callRecord(
          parkingsEndpoints.detail,
          { params: { id }, signal },
          { ...PARKING_VIDE, places: [PLACE_VIDE] },
        ),
    }),
  occupation: (id: number) =>
    queryOptions({
      queryKey: [...key, id, 'occupation'],
      queryFn: ({ signal }) => callApi(parkingsEndpoints.occupation, { params: { id }, signal }),
    }),
}

export const readParking = (id: number) => callApi(parkingsEndpoints.detail, { params: { id } })
export const readPlace = (id: number) => callApi(placesEndpoints.detail, { params: { id } })

export const placeCalls = {
  assigner: (id: number, body: VenteSaisie) => callApi(placesEndpoints.attribuer, { params: { id }, body }),
  retirer: (id: number) => callApi(placesEndpoints.liberer, { params: { id } }),
  supprimer: (id: number) => callApi(placesEndpoints.remove, { params: { id } }),
}
