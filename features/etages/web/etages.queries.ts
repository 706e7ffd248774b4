import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { etagesEndpoints, type EtageResume } from '#features/etages/etages.contract.ts'
import {
  FICHE_ETAGE_VIDE,
  RAPPORT_ETAGE_VIDE,
  RESUME_ETAGE_VIDE,
} from '#features/etages/web/etages.blanks.ts'
import { LOOKUP_LIMIT } from '#web/kit/useLookup.ts'
import { callApi, callList, callPage, callRecord } from '#web/kit/api.ts'
import { useBlocLieu, useMissingBloc } from '#features/blocs/web/blocs.queries.ts'
import type { Manque } from '#web/kit/ListeVide.tsx'
import type { Lieu } from '#web/kit/pasEncore.ts'
import { useChange } from '#web/kit/useChange.ts'
import { screens } from '#web/paths.ts'

const key = ['etages'] as const

/** What a page of étages is asked with; the ids only when the filters go beyond the loaded page. */
interface EtagesPageQuery {
  page: number
  residence_id?: number | undefined
  bloc_id?: number | undefined
}

/** For select boxes: the first ones, those of a residence, those whose name or bloc contains the text. */
const choix = (search = '', residence_id?: number) =>
  queryOptions({
    queryKey: [...key, 'choix', search, residence_id],
    queryFn: ({ signal }): Promise<EtageResume[]> =>
      callList(
        etagesEndpoints.all,
        { query: { search, residence_id }, atMost: LOOKUP_LIMIT, signal },
        { blank: RESUME_ETAGE_VIDE },
      ),
  })
const read = (id: number) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => callRecord(etagesEndpoints.read, { params: { id }, signal }, FICHE_ETAGE_VIDE),
  })

export const etagesQueries = {
  choix,
  read,
  page: (query: EtagesPageQuery) =>
    queryOptions({
      queryKey: [...key, 'page', query],
      queryFn: ({ signal }) =>
        callPage(
          etagesEndpoints.list,
          { query: { ...query, per_page: 6 }, signal },
          { blank: FICHE_ETAGE_VIDE },
        ),
      placeholderData: keepPreviousData,
    }),
  ofBloc: (id: number) =>
    queryOptions({
      queryKey: [...key, 'bloc', id],
      queryFn: ({ signal }) =>
        callList(etagesEndpoints.ofBloc, { params: { id }, signal }, { blank: RESUME_ETAGE_VIDE }),
    }),
  capacite: (id: number) =>
    queryOptions({
      queryKey: [...key, id, 'capacite'],
      queryFn: ({ signal }) => callApi(etagesEndpoints.capacite, { params: { id }, signal }),
    }),
  report: (id: number) =>
    queryOptions({
      queryKey: [...key, id, 'report'],
      queryFn: ({ signal }) =>
        callRecord(etagesEndpoints.report, { params: { id }, signal }, RAPPORT_ETAGE_VIDE),
    }),
}

const SANS_ETAGE: Manque = {
  hint: 'Il faut d’abord un étage.',
  ajouter: 'Ajouter un étage',
  to: screens.etages,
  call: etagesEndpoints.create,
}

/** What a list of what stands on étages waits for: a residence, a bloc, an étage; null once there are all three. */
export function useMissingEtage(): Manque | null {
  const missingBloc = useMissingBloc()
  const { data } = useQuery(choix())
  return missingBloc ?? (data?.length === 0 ? SANS_ETAGE : null)
}

/** The étage, or else the bloc or the residence, that a list is narrowed to. */
export function useEtageLieu(
  residence: number | null,
  bloc: number | null,
  etage: number | null,
): Lieu | undefined {
  const blocLieu = useBlocLieu(etage === null ? residence : null, etage === null ? bloc : null)
  const { data } = useQuery({ ...read(etage ?? 0), enabled: etage !== null })
  return etage === null ? blocLieu : data && { genre: 'etage', nom: data.designation }
}

interface EtageSaved {
  designation: string
  niveau: number | string
  logement_par_palier: number | string
  bloc_id: number | string
  residence_id: number | string
}

export function useCreateEtage() {
  return useChange(({ idempotencyKey, ...body }: EtageSaved & { idempotencyKey: string }) =>
    callApi(etagesEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdateEtage() {
  return useChange(({ id, ...body }: EtageSaved & { id: number; version: number }) =>
    callApi(etagesEndpoints.update, { params: { id }, body }),
  )
}

export function useDeleteEtage() {
  return useChange((id: number) => callApi(etagesEndpoints.remove, { params: { id } }))
}
