import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { residencesEndpoints } from '#features/residences/residences.contract.ts'
import {
  FICHE_RESIDENCE_VIDE,
  RAPPORT_RESIDENCE_VIDE,
  RESIDENCE_VIDE,
  TOTAUX_RESIDENCE_VIDES,
} from '#features/residences/web/residences.blanks.ts'
import { LOOKUP_LIMIT } from '#web/kit/useLookup.ts'
import { ApiError, callApi, callFile, callList, callPage, callRecord } from '#web/kit/api.ts'
import type { Manque } from '#web/kit/ListeVide.tsx'
import type { Lieu } from '#web/kit/pasEncore.ts'
import { useChange } from '#web/kit/useChange.ts'
import { screens } from '#web/paths.ts'

const key = ['residences'] as const

/** For select boxes: the first ones by name, or those whose name contains the text. */
const choix = (search = '') =>
  queryOptions({
    queryKey: [...key, 'choix', search],
    queryFn: ({ signal }) =>
      callList(
        residencesEndpoints.all,
        { query: { search }, atMost: LOOKUP_LIMIT, signal },
        { blank: RESIDENCE_VIDE },
      ),
  })
const read = (id: number) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) =>
      callRecord(residencesEndpoints.read, { params: { id }, signal }, FICHE_RESIDENCE_VIDE),
  })

export const residencesQueries = {
  choix,
  read,
  lookup: { choix, read },
  page: (page: number) =>
    queryOptions({
      queryKey: [...key, 'page', page],
      queryFn: ({ signal }) =>
        callPage(
          residencesEndpoints.list,
          { query: { page, per_page: 3 }, signal },
          { blank: FICHE_RESIDENCE_VIDE },
        ),
      placeholderData: keepPreviousData,
    }),
  report: (id: number) =>
    queryOptions({
      queryKey: [...key, id, 'report'],
      queryFn: ({ signal }) =>
        callRecord(residencesEndpoints.report, { params: { id }, signal }, RAPPORT_RESIDENCE_VIDE),
    }),
  paymentTotals: (id: number) =>
    queryOptions({
      queryKey: [...key, id, 'payment-totals'],
      queryFn: ({ signal }) =>
        callRecord(residencesEndpoints.paymentTotals, { params: { id }, signal }, TOTAUX_RESIDENCE_VIDES),
    }),
}

const SANS_RESIDENCE: Manque = {
  hint: 'Commencez par une résidence.',
  ajouter: 'Ajouter une résidence',
  to: screens.residences,
  call: residencesEndpoints.create,
}

/** What a list of what stands in residences waits for; null once there is one. */
export function useMissingResidence(): Manque | null {
  const { data } = useQuery(choix())
  return data?.length === 0 ? SANS_RESIDENCE : null
}

/** The residence that a list is narrowed to, if it is. */
export function useResidenceLieu(residence: number | null): Lieu | undefined {
  const { data } = useQuery({ ...read(residence ?? 0), enabled: residence !== null })
  return data && { genre: 'residence', nom: data.nom }
}

interface ResidenceSaved {
  nom: string
  adresse: string
  file: File | null
}

export function useCreateResidence() {
  return useChange(({ file, idempotencyKey, ...body }: ResidenceSaved & { idempotencyKey: string }) =>
    callApi(residencesEndpoints.create, { body, file, idempotencyKey }),
  )
}

export function useUpdateResidence() {
  return useChange(({ id, file, ...body }: ResidenceSaved & { id: number; version: number; plan_pdf?: '' }) =>
    callApi(residencesEndpoints.update, { params: { id }, body, file }),
  )
}

export function useDeleteResidence() {
  return useChange((id: number) => callApi(residencesEndpoints.remove, { params: { id } }))
}

/** The plan of a residence. Anything but a PDF is a failure (D2 §2.1). */
export async function fetchResidencePlan(id: number) {
  const file = await callFile(residencesEndpoints.plan, { params: { id } })
  if (!file.blob.type.startsWith('application/pdf')) throw new ApiError(0, {})
  return file
}
