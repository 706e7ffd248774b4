import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { appartementsEndpoints } from '#features/appartements/appartements.contract.ts'
import { clientsEndpoints, type ClientResume } from '#features/clients/clients.contract.ts'
import { locauxEndpoints } from '#features/locaux/locaux.contract.ts'
import { appelsDuBien } from '#features/paiements/paiements.appels.ts'
import { paiementsEndpoints, type paiement } from '#features/paiements/paiements.contract.ts'
import { placesEndpoints } from '#features/parkings/places.contract.ts'
import { LOOKUP_LIMIT } from '#web/kit/useLookup.ts'
import type { Wire } from '#shared/endpoint.ts'
import { APPARTEMENT_VIDE } from '#features/appartements/web/appartements.blanks.ts'
import { CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'
import { LOCAL_VIDE } from '#features/locaux/web/locaux.blanks.ts'
import { PAIEMENT_VIDE } from '#features/paiements/web/paiements.blanks.ts'
import { PLACE_VIDE } from '#features/parkings/web/parkings.blanks.ts'
import { callApi, callList, callPage, callRecord } from '#web/kit/api.ts'
import { refetchShown, useChange } from '#web/kit/useChange.ts'
import type { BienDesigne } from '#shared/biens.ts'

const key = ['paiements'] as const

/** A payment as the API gives it: amounts in decimal dinars. */
export type PaiementLu = Wire<typeof paiement>

const PAR_PAGE = 6

export const paiementsQueries = {
  /** A page of a bien's payments, newest first. */
  page: ({ type, id }: BienDesigne, page: number) =>
    queryOptions({
      queryKey: [...key, type, id, 'page', page],
      queryFn: ({ signal }) =>
        callPage(
          appelsDuBien[type].list,
          { params: { id }, query: { page, per_page: PAR_PAGE }, signal },
          { blank: PAIEMENT_VIDE },
        ),
      placeholderData: keepPreviousData,
    }),
  /** All payments of a bien, for what remains (Q160). */
  all: ({ type, id }: BienDesigne) =>
    queryOptions({
      queryKey: [...key, type, id, 'tous'],
      queryFn: ({ signal }) =>
        callList(appelsDuBien[type].list, { params: { id }, signal }, { blank: PAIEMENT_VIDE }),
    }),
  /** What remains of a bien and each line behind it. */
  solde: ({ type, id }: BienDesigne) =>
    queryOptions({
      queryKey: [...key, type, id, 'solde'],
      queryFn: ({ signal }) => callApi(appelsDuBien[type].solde, { params: { id }, signal }),
    }),
}

/** What the selects of the payment form offer (D3 §4): the clients, then what the chosen one owns. */
export const choixQueries = {
  clients: (search = '') =>
    queryOptions({
      queryKey: ['clients', 'choix du paiement', search],
      queryFn: ({ signal }): Promise<ClientResume[]> =>
        callList(
          clientsEndpoints.list,
          { query: { search }, atMost: LOOKUP_LIMIT, signal },
          { blank: CLIENT_VIDE },
        ),
    }),
  appartements: (clientId: number) =>
    queryOptions({
      queryKey: ['clients', clientId, 'appartements'],
      queryFn: ({ signal }) =>
        callList(
          appartementsEndpoints.ofClient,
          { params: { id: clientId }, signal },
          { blank: APPARTEMENT_VIDE },
        ),
    }),
  places: (clientId: number) =>
    queryOptions({
      queryKey: ['clients', clientId, 'places'],
      queryFn: ({ signal }) =>
        callList(
          placesEndpoints.ofClient,
          { params: { id: clientId }, signal },
          { blank: PLACE_VIDE, name: 'places' },
        ),
    }),
  locaux: (clientId: number) =>
    queryOptions({
      queryKey: ['clients', clientId, 'locaux'],
      queryFn: ({ signal }) =>
        callList(locauxEndpoints.ofClient, { params: { id: clientId }, signal }, { blank: LOCAL_VIDE }),
    }),
}

/** The bien of the detail screen, from the call of its kind (D3 §7). */
export const bienQueries = {
  appartement: (id: number) =>
    queryOptions({
      queryKey: ['appartements', id],
      queryFn: ({ signal }) =>
        callRecord(appartementsEndpoints.read, { params: { id }, signal }, APPARTEMENT_VIDE),
    }),
  place_parking: (id: number) =>
    queryOptions({
      queryKey: ['places', id],
      queryFn: ({ signal }) => callRecord(placesEndpoints.detail, { params: { id }, signal }, PLACE_VIDE),
    }),
  local: (id: number) =>
    queryOptions({
      queryKey: ['locaux', id],
      queryFn: ({ signal }) => callRecord(locauxEndpoints.read, { params: { id }, signal }, LOCAL_VIDE),
    }),
}

/** What the form sends; ids of the two other biens null, amount in decimal dinars. */
type PaiementSaisi = Wire<(typeof paiementsEndpoints)['create']['body']>

export function useCreatePaiement() {
  return useChange(({ idempotencyKey, ...body }: PaiementSaisi & { idempotencyKey: string }) =>
    callApi(paiementsEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdatePaiement() {
  return useChange(({ id, ...body }: PaiementSaisi & { id: number; version: number }) =>
    callApi(paiementsEndpoints.update, { params: { id }, body }),
  )
}

/** For a form that is left after a failure: a lost answer may have hidden a payment that was recorded. */
export function useRelirePaiements(): () => void {
  const client = useQueryClient()
  return () => void refetchShown(client)
}

/** The payment as it is now, for who edits an older version of it. */
export const readPaiementLu = (id: number): Promise<PaiementLu> =>
  callApi(paiementsEndpoints.read, { params: { id } })

export function useDeletePaiement() {
  return useChange((id: number) => callApi(paiementsEndpoints.remove, { params: { id } }))
}
