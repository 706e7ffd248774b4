import { queryOptions } from '@tanstack/react-query'
import {
  chequesEndpoints,
  type CompteBancaireInput,
  type Remise,
  type RemiseInput,
} from '#features/cheques/cheques.contract.ts'
import { PAIEMENT_VIDE } from '#features/paiements/web/paiements.blanks.ts'
import type { EtatCheque } from '#features/paiements/modes.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callList, callPage, callRecord } from '#web/kit/api.ts'
import type { RowOf } from '#web/kit/answers.ts'
import { useChange } from '#web/kit/useChange.ts'

const key = ['cheques'] as const

/** A cheque as the lists give it: a payment with its residence, amounts in decimal dinars. */
export type ChequeLu = RowOf<(typeof chequesEndpoints)['listCheques']['response']>
/** A remise of the list, and one with its cheques. */
export type RemiseLue = RowOf<(typeof chequesEndpoints)['listRemises']['response']>
export type RemiseEntiereLue = Wire<(typeof chequesEndpoints)['readRemise']['response']>
export type CompteLu = RowOf<(typeof chequesEndpoints)['listComptes']['response']>

const CHEQUE_VIDE = { ...PAIEMENT_VIDE, residence: { id: 0, nom: '' } } as const
const REMISE_VIDE = {
  numero: '',
  jour: '',
  compte: { id: 0, banque: '', agence: null, numero: '' },
  nombre: 0,
  montant: 0,
  en_attente: 0,
  encaisses: 0,
  rejetes: 0,
} as const
const PAR_PAGE = 20

export interface FiltresCheques {
  page: number
  recherche: string
  banque: string
  du: string
  au: string
}

export const chequesQueries = {
  /** A page of the cheques at one step; another page of it stays in sight until it has come. */
  page: (etat: EtatCheque, filtres: FiltresCheques) =>
    queryOptions({
      queryKey: [...key, 'page', etat, filtres],
      queryFn: ({ signal }) =>
        callPage(
          chequesEndpoints.listCheques,
          { query: { etat, ...filtres, per_page: PAR_PAGE }, signal },
          { blank: CHEQUE_VIDE },
        ),
      placeholderData: (page, query) => (query?.queryKey[2] === etat ? page : undefined),
    }),
  /** How many there are at each step. */
  etats: () =>
    queryOptions({
      queryKey: [...key, 'etats'],
      queryFn: ({ signal }) =>
        callPage(chequesEndpoints.listCheques, { query: { per_page: 1 }, signal }, { blank: CHEQUE_VIDE }),
    }),
  remises: (query: { page: number; du: string; au: string }) =>
    queryOptions({
      queryKey: [...key, 'remises', query],
      queryFn: ({ signal }) =>
        callPage(
          chequesEndpoints.listRemises,
          { query: { ...query, per_page: PAR_PAGE }, signal },
          { blank: REMISE_VIDE },
        ),
      placeholderData: (page) => page,
    }),
  /** The latest one: whose account is used again. */
  derniereRemise: () =>
    queryOptions({
      queryKey: [...key, 'remises', 'dernière'],
      async queryFn({ signal }): Promise<RemiseLue | null> {
        const query = { per_page: 1 }
        const { data } = await callPage(
          chequesEndpoints.listRemises,
          { query, signal },
          { blank: REMISE_VIDE },
        )
        return data[0] ?? null
      },
    }),
  remise: (id: number) =>
    queryOptions({
      queryKey: [...key, 'remise', id],
      queryFn: ({ signal }) =>
        callRecord(
          chequesEndpoints.readRemise,
          { params: { id }, signal },
          { ...REMISE_VIDE, cheques: [CHEQUE_VIDE] },
        ),
    }),
  comptes: () =>
    queryOptions({
      queryKey: [...key, 'comptes'],
      queryFn: ({ signal }) =>
        callList(
          chequesEndpoints.listComptes,
          { signal },
          { blank: { banque: '', agence: null, numero: '', actif: false, remises: 0, version: 0 } },
        ),
    }),
}

/** A remise that was just made, with the server's sentence. */
export type RemiseFaite = Pick<Remise, 'id' | 'numero'> & { message: string }

interface Keyed {
  idempotencyKey: string
}

/** Refused or not, everything is read again: somebody else may have brought one of the cheques. */
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

export function useCreateCompte() {
  return useChange(({ idempotencyKey, ...body }: CompteBancaireInput & Keyed) =>
    callApi(chequesEndpoints.createCompte, { body, idempotencyKey }),
  )
}

export function useUpdateCompte() {
  return useChange(({ id, ...body }: CompteBancaireInput & { id: number; version: number }) =>
    callApi(chequesEndpoints.updateCompte, { params: { id }, body }),
  )
}
