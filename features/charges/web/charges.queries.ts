import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { chargesEndpoints, type bon, type categorie, type ligne } from '#features/charges/charges.contract.ts'
import { callApi } from '#web/api.ts'

/** As they are on the wire: amounts in decimal dinars. */
export type CategorieLue = z.input<typeof categorie>
export type BonLu = z.input<typeof bon>
export type LigneLue = z.input<typeof ligne>

const key = ['charges'] as const

/** The server decides how many a page holds: only `page` is sent (D3 §9, Q190). */
export const chargesQueries = {
  categories: (page: number) =>
    queryOptions({
      queryKey: [...key, 'categories', page],
      queryFn: ({ signal }) => callApi(chargesEndpoints.categories, { query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
  bons: (categorie_bon_id: number, page: number) =>
    queryOptions({
      queryKey: [...key, 'bons', categorie_bon_id, page],
      queryFn: ({ signal }) => callApi(chargesEndpoints.bons, { query: { page, categorie_bon_id }, signal }),
      placeholderData: keepPreviousData,
    }),
  lignes: (id: number, page: number) =>
    queryOptions({
      queryKey: [...key, 'lignes', id, page],
      queryFn: ({ signal }) => callApi(chargesEndpoints.lignes, { params: { id }, query: { page }, signal }),
      placeholderData: keepPreviousData,
    }),
}

/** A change anywhere moves totals above it: everything shown of the charges is read again, each at its page. */
function useReload() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

interface Created {
  idempotencyKey: string
}

interface Versioned {
  id: number
  version: number
}

export function useSaveCategorie() {
  const onSuccess = useReload()
  return {
    create: useMutation({
      mutationFn: ({ idempotencyKey, ...body }: { nom: string } & Created) => callApi(chargesEndpoints.createCategorie, { body, idempotencyKey }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: { nom: string } & Versioned) => callApi(chargesEndpoints.updateCategorie, { params: { id }, body }),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: number) => callApi(chargesEndpoints.deleteCategorie, { params: { id } }), onSuccess }),
  }
}

/** A line as a form sends it: decimal dinars. */
export interface LigneSaisie {
  designation: string
  prix_unitaire: number
  quantite: number
}

interface BonSaisi {
  reference: string
  date_bon: string
}

export function useSaveBon() {
  const onSuccess = useReload()
  return {
    create: useMutation({
      mutationFn: ({ idempotencyKey, ...body }: BonSaisi & { categorie_bon_id: number; lignes: LigneSaisie[] } & Created) =>
        callApi(chargesEndpoints.createBon, { body, idempotencyKey }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: BonSaisi & Versioned) => callApi(chargesEndpoints.updateBon, { params: { id }, body }),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: number) => callApi(chargesEndpoints.deleteBon, { params: { id } }), onSuccess }),
  }
}

export function useSaveLigne(bonId: number) {
  const onSuccess = useReload()
  return {
    create: useMutation({
      mutationFn: ({ idempotencyKey, ...body }: LigneSaisie & Created) =>
        callApi(chargesEndpoints.createLigne, { params: { id: bonId }, body, idempotencyKey }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: LigneSaisie & Versioned) => callApi(chargesEndpoints.updateLigne, { params: { bonId, ligneId: id }, body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: number) => callApi(chargesEndpoints.deleteLigne, { params: { bonId, ligneId: id } }),
      onSuccess,
    }),
  }
}
