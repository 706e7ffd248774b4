import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  chargesEndpoints,
  type bonEditInput,
  type bonInput,
  type categorieInput,
  type ligneInput,
} from '#features/charges/charges.contract.ts'
import { reglementsEndpoints, type reglementInput } from '#features/charges/reglements.contract.ts'
import type { bon, bonEntier, categorie, ligne } from '#features/charges/charges.schema.ts'
import type { EtatBon } from '#features/charges/charges.words.ts'
import { chargesRapportEndpoints, type chargesParPeriode } from '#features/rapports/charges.contract.ts'
import type { RowOf } from '#web/kit/call/answerShapes.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callPage } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { pageOf } from '#web/kit/call/answerShapes.ts'

const LIGNE_VIDE = { designation: '', prix_unitaire: null, quantite: 0, montant: null } as const
const BON_VIDE = {
  reference: '',
  date_bon: '',
  fournisseur: null,
  residence: null,
  total_montant: null,
  regle: null,
  reste: null,
  etat: null,
  lignes: pageOf(LIGNE_VIDE),
} as const
const CATEGORIE_VIDE = { nom: '', total_montant: null, bons: pageOf(BON_VIDE) } as const

/** Amounts are in decimal dinars here, as on the wire. */
export type LigneLue = Wire<typeof ligne>
export type BonLu = Wire<typeof bon>
export type CategorieLue = Wire<typeof categorie>
export type BonEntierLu = Wire<typeof bonEntier>
export type ReglementLu = BonEntierLu['reglements'][number]
export type FournisseurLu = RowOf<(typeof reglementsEndpoints)['fournisseurs']['response']>
export type ChargesLues = Wire<typeof chargesParPeriode>

const key = ['charges'] as const

/** The calls send only `page`: the server decides the page size (D3 §9, Q190). */
export const chargesQueries = {
  categories: (page: number) =>
    queryOptions({
      queryKey: [...key, 'categories', page],
      queryFn: ({ signal }) =>
        callPage(chargesEndpoints.categories, { query: { page }, signal }, { blank: CATEGORIE_VIDE }),
      placeholderData: keepPreviousData,
    }),
  bons: (categorie_bon_id: number, page: number) =>
    queryOptions({
      queryKey: [...key, 'bons', categorie_bon_id, page],
      queryFn: ({ signal }) =>
        callPage(chargesEndpoints.bons, { query: { page, categorie_bon_id }, signal }, { blank: BON_VIDE }),
      placeholderData: keepPreviousData,
    }),
  /** All vouchers that these filters keep, whatever their category. */
  bonsFiltres: (query: FiltresDesBons) =>
    queryOptions({
      queryKey: [...key, 'bons', 'filtres', query],
      queryFn: ({ signal }) => callPage(chargesEndpoints.bons, { query, signal }, { blank: BON_VIDE }),
      placeholderData: keepPreviousData,
    }),
  bon: (id: number) =>
    queryOptions({
      queryKey: [...key, 'bon', id],
      queryFn: ({ signal }) => callApi(chargesEndpoints.bon, { params: { id }, signal }),
    }),
  fournisseurs: (query: { page: number; search: string; solde: '1' | undefined }) =>
    queryOptions({
      queryKey: [...key, 'fournisseurs', query],
      queryFn: ({ signal }) => callApi(reglementsEndpoints.fournisseurs, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  parPeriode: (query: { du: string; au: string }) =>
    queryOptions({
      queryKey: [...key, 'periode', query],
      queryFn: ({ signal }) => callApi(chargesRapportEndpoints.charges, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  lignes: (id: number, page: number) =>
    queryOptions({
      queryKey: [...key, 'lignes', id, page],
      queryFn: ({ signal }) =>
        callPage(chargesEndpoints.lignes, { params: { id }, query: { page }, signal }, { blank: LIGNE_VIDE }),
      placeholderData: keepPreviousData,
    }),
}

export interface FiltresDesBons {
  page: number
  per_page: number
  fournisseur: string
  residence_id: number | undefined
  etat: EtatBon | undefined
  du: string
  au: string
}

export const readCategorie = (id: number) => callApi(chargesEndpoints.categorie, { params: { id } })
export const readBon = (id: number) => callApi(chargesEndpoints.bon, { params: { id } })
export const readLigne = (bonId: number, ligneId: number) =>
  callApi(chargesEndpoints.ligne, { params: { bonId, ligneId } })

interface Created {
  idempotencyKey: string
}
interface Edited {
  id: number
  version: number
}

export function useCreateCategorie() {
  return useChange(({ idempotencyKey, ...body }: Wire<typeof categorieInput> & Created) =>
    callApi(chargesEndpoints.createCategorie, { body, idempotencyKey }),
  )
}

export function useUpdateCategorie() {
  return useChange(({ id, ...body }: Wire<typeof categorieInput> & Edited) =>
    callApi(chargesEndpoints.updateCategorie, { params: { id }, body }),
  )
}

export function useDeleteCategorie() {
  return useChange((id: number) => callApi(chargesEndpoints.deleteCategorie, { params: { id } }))
}

export function useCreateBon() {
  return useChange(({ idempotencyKey, ...body }: Wire<typeof bonInput> & Created) =>
    callApi(chargesEndpoints.createBon, { body, idempotencyKey }),
  )
}

export function useUpdateBon() {
  return useChange(({ id, ...body }: Wire<typeof bonEditInput> & Edited) =>
    callApi(chargesEndpoints.updateBon, { params: { id }, body }),
  )
}

export function useDeleteBon() {
  return useChange((id: number) => callApi(chargesEndpoints.deleteBon, { params: { id } }))
}

export function useCreateLigne() {
  return useChange(
    ({ bonId, idempotencyKey, ...body }: Wire<typeof ligneInput> & Created & { bonId: number }) =>
      callApi(chargesEndpoints.createLigne, { params: { id: bonId }, body, idempotencyKey }),
  )
}

export function useUpdateLigne() {
  return useChange(({ bonId, id, ...body }: Wire<typeof ligneInput> & Edited & { bonId: number }) =>
    callApi(chargesEndpoints.updateLigne, { params: { bonId, ligneId: id }, body }),
  )
}

export function useDeleteLigne() {
  return useChange(({ bonId, id }: { bonId: number; id: number }) =>
    callApi(chargesEndpoints.deleteLigne, { params: { bonId, ligneId: id } }),
  )
}

export function useCreateReglement() {
  return useChange(
    ({ bonId, idempotencyKey, ...body }: Wire<typeof reglementInput> & Created & { bonId: number }) =>
      callApi(reglementsEndpoints.createReglement, { params: { id: bonId }, body, idempotencyKey }),
  )
}

export function useDeleteReglement() {
  return useChange((params: { bonId: number; reglementId: number }) =>
    callApi(reglementsEndpoints.deleteReglement, { params }),
  )
}
