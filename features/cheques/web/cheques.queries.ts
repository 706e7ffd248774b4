import { queryOptions } from '@tanstack/react-query'
import { chequesEndpoints, type Remise, type RemiseInput } from '#features/cheques/cheques.contract.ts'
import type { EtatCheque } from '#features/paiements/modes.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { RowOf } from '#web/kit/call/answerShapes.ts'
import { callApi } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

const key = ['cheques'] as const

/** A cheque of the lists: a payment with its residence, amounts in decimal dinars. */
export type ChequeLu = RowOf<(typeof chequesEndpoints)['listCheques']['response']>
export type RemiseLue = RowOf<(typeof chequesEndpoints)['listRemises']['response']>
export type RemiseEntiereLue = Wire<(typeof chequesEndpoints)['readRemise']['response']>

const PAR_PAGE = 20

export interface FiltresCheques {
  page: number
  recherche: string
  banque: string
  du: string
  au: string
  a_representer: '1' | undefined
}

export const chequesQueries = {
  /** A page of the cheques at one step; the former page of the same step stays visible while the next one loads. */
  page: (etat: EtatCheque, filtres: FiltresCheques) =>
    queryOptions({
      queryKey: [...key, 'page', etat, filtres],
      queryFn: ({ signal }) =>
        callApi(chequesEndpoints.listCheques, { query: { etat, ...filtres, per_page: PAR_PAGE }, signal }),
      placeholderData: (page, query) => (query?.queryKey[2] === etat ? page : undefined),
    }),
  etats: () =>
    queryOptions({
      queryKey: [...key, 'etats'],
      queryFn: ({ signal }) => callApi(chequesEndpoints.listCheques, { query: { per_page: 1 }, signal }),
    }),
  remises: (query: { page: number; du: string; au: string }) =>
    queryOptions({
      queryKey: [...key, 'remises', query],
      queryFn: ({ signal }) =>
        callApi(chequesEndpoints.listRemises, { query: { ...query, per_page: PAR_PAGE }, signal }),
      placeholderData: (page) => page,
    }),
  /** The latest remise, whose account the next one proposes. */
  derniereRemise: () =>
    queryOptions({
      queryKey: [...key, 'remises', 'dernière'],
      async queryFn({ signal }): Promise<RemiseLue | null> {
        const { data } = await callApi(chequesEndpoints.listRemises, { query: { per_page: 1 }, signal })
        return data[0] ?? null
      },
    }),
  remise: (id: number) =>
    queryOptions({
      queryKey: [...key, 'remise', id],
      queryFn: ({ signal }) => callApi(chequesEndpoints.readRemise, { params: { id }, signal }),
    }),
}

export type RemiseFaite = Pick<Remise, 'id' | 'numero' | 'sans_numero'> & { message: string }

interface Keyed {
  idempotencyKey: string
}

/** A refusal also reloads everything: another member may have brought one of these cheques. */
export function useCreateRemise() {
  return useChange(
    ({ idempotencyKey, ...body }: RemiseInput & Keyed) =>
      callApi(chequesEndpoints.createRemise, { body, idempotencyKey }),
    { evenRefused: true },
  )
}

export function useEncaisser() {
  return useChange(
    ({ idempotencyKey, ...body }: { ids: number[]; encaisse_le: string } & Keyed) =>
      callApi(chequesEndpoints.encaisser, { body, idempotencyKey }),
    { evenRefused: true },
  )
}

export function useDeleteRemise() {
  return useChange((id: number) => callApi(chequesEndpoints.deleteRemise, { params: { id } }), {
    evenRefused: true,
  })
}

export type ChequeChange = PaiementLu & { message: string }

type Rejet = Wire<(typeof chequesEndpoints)['rejeter']['body']>
type Representation = Wire<(typeof chequesEndpoints)['representer']['body']>

export function useRejeterCheque() {
  return useChange(({ id, idempotencyKey, ...body }: Rejet & { id: number } & Keyed) =>
    callApi(chequesEndpoints.rejeter, { params: { id }, body, idempotencyKey }),
  )
}

export function useRepresenterCheque() {
  return useChange(({ id, idempotencyKey, ...body }: Representation & { id: number } & Keyed) =>
    callApi(chequesEndpoints.representer, { params: { id }, body, idempotencyKey }),
  )
}

/** A refusal also reloads everything, because another member has changed the step meanwhile. */
export function useAnnulerEtape() {
  return useChange(
    ({ id, version, idempotencyKey }: { id: number; version: number } & Keyed) =>
      callApi(chequesEndpoints.annulerEtape, { params: { id }, body: { version }, idempotencyKey }),
    { evenRefused: true },
  )
}
