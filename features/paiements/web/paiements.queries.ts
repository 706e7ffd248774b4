import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { clientsEndpoints, type ClientResume } from '#features/clients/clients.contract.ts'
import { appelsDuBien } from '#features/paiements/paiements.appels.ts'
import type { paiement } from '#features/paiements/paiement.contract.ts'
import { paiementsEndpoints } from '#features/paiements/paiements.contract.ts'
import { LOOKUP_LIMIT } from '#web/kit/useLookup.ts'
import type { Wire } from '#shared/endpoint.ts'
import { CLIENT_VIDE } from '#features/clients/web/clients.blanks.ts'
import { PAIEMENT_VIDE } from '#features/paiements/web/paiements.blanks.ts'
import { callApi, callList, callPage, callRecord } from '#web/kit/api.ts'
import { refetchShown, useChange } from '#web/kit/useChange.ts'
import type { BienDesigne } from '#shared/biens.ts'

const key = ['paiements'] as const

/** A payment as the API gives it: amounts in decimal dinars. */
export type PaiementLu = Wire<typeof paiement>
/** One that has just been saved: what is said of it, and what the cashier should know. */
export type PaiementEnregistre = PaiementLu & { message: string; avertissements?: readonly string[] }

const PAR_PAGE = 6

export const paiementsQueries = {
  /** A page of a bien's payments, newest first, rejected cheques among them. */
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
  /** One payment, by its id. */
  one: (id: number) =>
    queryOptions({
      queryKey: [...key, id],
      queryFn: ({ signal }) => callRecord(paiementsEndpoints.read, { params: { id }, signal }, PAIEMENT_VIDE),
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

/** The clients as the payment form asks for them (D3 §7). */
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

/** Sends the proof of a payment. */
export function useJoindreJustificatif() {
  return useChange(({ id, file, signal }: { id: number; file: File; signal?: AbortSignal }) =>
    callApi(paiementsEndpoints.joindre, { params: { id }, file, ...(signal && { signal }) }),
  )
}

export function useRetirerJustificatif() {
  return useChange((id: number) => callApi(paiementsEndpoints.retirerJustificatif, { params: { id } }))
}
