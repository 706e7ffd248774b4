import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { parkingsEndpoints, type parking, type parkingInput } from '#features/parkings/parkings.contract.ts'
import { placesEndpoints, type place, type placeInput } from '#features/parkings/places.contract.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import type { Wire } from '#shared/endpoint.ts'
import { PARKING_VIDE, PLACE_VIDE } from '#features/parkings/web/parkings.blanks.ts'
import { callApi, callPage, callRecord } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

/** As they are on the wire: amounts in decimal dinars, areas in decimal m². */
export type ParkingLu = Wire<typeof parking>
export type PlaceLue = Wire<typeof place>

const key = ['parkings'] as const

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
  /** With all its places. */
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

type ParkingSaved = Wire<typeof parkingInput>

/** A parking, or a place, as it is now: what « Recharger » asks for. */
export const readParking = (id: number) => callApi(parkingsEndpoints.detail, { params: { id } })
export const readPlace = (id: number) => callApi(placesEndpoints.detail, { params: { id } })

export function useCreateParking() {
  return useChange(({ idempotencyKey, ...body }: ParkingSaved & { idempotencyKey: string }) =>
    callApi(parkingsEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdateParking() {
  return useChange(({ id, ...body }: ParkingSaved & { id: number; version: number }) =>
    callApi(parkingsEndpoints.update, { params: { id }, body }),
  )
}

export function useDeleteParking() {
  return useChange((id: number) => callApi(parkingsEndpoints.remove, { params: { id } }))
}

type PlaceSaved = Wire<typeof placeInput>

export function useCreatePlace() {
  return useChange(
    ({ idempotencyKey, ...body }: PlaceSaved & { parking_id: number; idempotencyKey: string }) =>
      callApi(placesEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdatePlace() {
  return useChange(({ id, ...body }: PlaceSaved & { id: number; version: number }) =>
    callApi(placesEndpoints.update, { params: { id }, body }),
  )
}

/** What selling a place, taking it back and deleting it ask for. */
export const placeCalls = {
  assigner: (id: number, body: VenteSaisie) => callApi(placesEndpoints.attribuer, { params: { id }, body }),
  retirer: (id: number) => callApi(placesEndpoints.liberer, { params: { id } }),
  supprimer: (id: number) => callApi(placesEndpoints.remove, { params: { id } }),
}

export function useAttribuerPlace() {
  return useChange(({ id, ...vente }: VenteSaisie & { id: number }) => placeCalls.assigner(id, vente))
}
