import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type ClientResume, clientsEndpoints } from '#features/clients/clients.contract.ts'
import { CLIENT_VIDE } from '#features/clients/web/clients.queries.ts'
import type { groupeEnregistre, paiement } from '#features/paiements/paiement.schema.ts'
import { appelsDuBien, paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { PAIEMENT_VIDE } from '#features/paiements/web/paiements.blanks.ts'
import type { BienDesigne } from '#shared/biens.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callList, callPage } from '#web/kit/call/api.ts'
import { refetchShown, useChange } from '#web/kit/call/useChange.ts'
import { LOOKUP_LIMIT } from '#web/kit/select/useLookup.ts'

const key = ['paiements'] as const

/** Amounts are in decimal dinars here, as on the wire. */
export type PaiementLu = Wire<typeof paiement>
export type PaiementEnregistre = PaiementLu & { message: string; avertissements?: readonly string[] }

const PAR_PAGE = 6
/** The largest page: no bien has as many payments. */
const TOUS = 1000

export const paiementsQueries = {
  page: ({ type, id }: BienDesigne, page: number) =>
    queryOptions({
      queryKey: [...key, type, id, 'page', page],
      queryFn: ({ signal }) =>
        callPage(
          appelsDuBien[type].list,
          { params: { id }, query: { page, per_page: PAR_PAGE, rejetes: '1' }, signal },
          { blank: PAIEMENT_VIDE },
        ),
      placeholderData: keepPreviousData,
    }),
  /** The page of a bien's payments on which one of them stands; null for none of them. */
  pageOf: ({ type, id }: BienDesigne, paiement: number) =>
    queryOptions({
      queryKey: [...key, type, id, 'page de', paiement],
      async queryFn({ signal }): Promise<number | null> {
        const query = { page: 1, per_page: TOUS, rejetes: '1' } as const
        const call = { params: { id }, query, signal }
        const { data } = await callPage(appelsDuBien[type].list, call, { blank: PAIEMENT_VIDE })
        const rang = data.findIndex((one) => one.id === paiement)
        return rang < 0 ? null : Math.floor(rang / PAR_PAGE) + 1
      },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: ({ signal }) => callApi(paiementsEndpoints.read, { params: { id }, signal }),
    }),
  /** All payments of a bien, for the remainder in the form (Q160). */
  all: ({ type, id }: BienDesigne) =>
    queryOptions({
      queryKey: [...key, type, id, 'tous'],
      queryFn: ({ signal }) =>
        callList(appelsDuBien[type].list, { params: { id }, signal }, { blank: PAIEMENT_VIDE }),
    }),
  solde: ({ type, id }: BienDesigne) =>
    queryOptions({
      queryKey: [...key, type, id, 'solde'],
      queryFn: ({ signal }) => callApi(appelsDuBien[type].solde, { params: { id }, signal }),
    }),
}

/** The search of clients for the payment form (D3 §7). */
export const clientsAPayer = (search = '') =>
  queryOptions({
    queryKey: ['clients', 'choix du paiement', search],
    queryFn: ({ signal }): Promise<ClientResume[]> =>
      callList(
        clientsEndpoints.list,
        { query: { search }, atMost: LOOKUP_LIMIT, signal },
        { blank: CLIENT_VIDE },
      ),
  })

type PaiementSaisi = Wire<(typeof paiementsEndpoints)['create']['body']>

export function useCreatePaiement() {
  return useChange(({ idempotencyKey, ...body }: PaiementSaisi & { idempotencyKey: string }) =>
    callApi(paiementsEndpoints.create, { body, idempotencyKey }),
  )
}

type GroupeSaisi = Wire<(typeof paiementsEndpoints)['createGroupe']['body']>
export type GroupeEnregistre = Wire<typeof groupeEnregistre>

export function useCreateGroupe() {
  return useChange(({ idempotencyKey, ...body }: GroupeSaisi & { idempotencyKey: string }) =>
    callApi(paiementsEndpoints.createGroupe, { body, idempotencyKey }),
  )
}

export function useUpdatePaiement() {
  return useChange(({ id, ...body }: PaiementSaisi & { id: number; version: number }) =>
    callApi(paiementsEndpoints.update, { params: { id }, body }),
  )
}

/** Reloads after a failed form is left: a lost answer may hide a recorded payment. */
export function useRelirePaiements(): () => void {
  const client = useQueryClient()
  return () => void refetchShown(client)
}

export const readPaiementLu = (id: number): Promise<PaiementLu> =>
  callApi(paiementsEndpoints.read, { params: { id } })

export function useDeletePaiement() {
  return useChange((id: number) => callApi(paiementsEndpoints.remove, { params: { id } }))
}

export function useJoindreJustificatif() {
  return useChange(({ id, file, signal }: { id: number; file: File; signal?: AbortSignal }) =>
    callApi(paiementsEndpoints.joindre, { params: { id }, file, ...(signal && { signal }) }),
  )
}

export function useRetirerJustificatif() {
  return useChange((id: number) => callApi(paiementsEndpoints.retirerJustificatif, { params: { id } }))
}
