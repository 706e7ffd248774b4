import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { blocsEndpoints, type BlocResume } from '#features/blocs/blocs.contract.ts'
import { FICHE_BLOC_VIDE, RAPPORT_BLOC_VIDE, RESUME_BLOC_VIDE } from '#features/blocs/web/blocs.blanks.ts'
import { LOOKUP_LIMIT } from '#web/kit/useLookup.ts'
import { callApi, callList, callPage, callRecord } from '#web/kit/api.ts'
import { useResidenceLieu, useMissingResidence } from '#features/residences/web/residences.queries.ts'
import type { Manque } from '#web/kit/ListeVide.tsx'
import type { Lieu } from '#web/kit/pasEncore.ts'
import { useChange } from '#web/kit/useChange.ts'
import { screens } from '#web/paths.ts'

const key = ['blocs'] as const

/** What a page of blocs is asked with; `residence_id` only when the filter goes beyond the loaded page. */
interface BlocsPageQuery {
  page: number
  residence_id?: number | undefined
}

/** For select boxes: the first ones, or those whose name or residence contains the text. */
const choix = (search = '') =>
  queryOptions({
    queryKey: [...key, 'choix', search],
    queryFn: ({ signal }): Promise<BlocResume[]> =>
      callList(
        blocsEndpoints.all,
        { query: { search }, atMost: LOOKUP_LIMIT, signal },
        { blank: RESUME_BLOC_VIDE },
      ),
  })
const read = (id: number) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: ({ signal }) => callRecord(blocsEndpoints.read, { params: { id }, signal }, FICHE_BLOC_VIDE),
  })

export const blocsQueries = {
  choix,
  read,
  lookup: { choix, read },
  page: (query: BlocsPageQuery) =>
    queryOptions({
      queryKey: [...key, 'page', query],
      queryFn: ({ signal }) =>
        callPage(
          blocsEndpoints.list,
          { query: { ...query, per_page: 6 }, signal },
          { blank: FICHE_BLOC_VIDE },
        ),
      placeholderData: keepPreviousData,
    }),
  ofResidence: (id: number) =>
    queryOptions({
      queryKey: [...key, 'residence', id],
      queryFn: ({ signal }) =>
        callList(blocsEndpoints.ofResidence, { params: { id }, signal }, { blank: RESUME_BLOC_VIDE }),
    }),
  report: (id: number) =>
    queryOptions({
      queryKey: [...key, id, 'report'],
      queryFn: ({ signal }) =>
        callRecord(blocsEndpoints.report, { params: { id }, signal }, RAPPORT_BLOC_VIDE),
    }),
}

const SANS_BLOC: Manque = {
  hint: 'Il faut d’abord un bloc.',
  ajouter: 'Ajouter un bloc',
  to: screens.blocs,
  call: blocsEndpoints.create,
}

/** What a list of what stands in blocs waits for: a residence, then a bloc; null once there are both. */
export function useMissingBloc(): Manque | null {
  const missingResidence = useMissingResidence()
  const { data } = useQuery(choix())
  return missingResidence ?? (data?.length === 0 ? SANS_BLOC : null)
}

/** The bloc, or else the residence, that a list is narrowed to. */
export function useBlocLieu(residence: number | null, bloc: number | null): Lieu | undefined {
  const residenceLieu = useResidenceLieu(bloc === null ? residence : null)
  const { data } = useQuery({ ...read(bloc ?? 0), enabled: bloc !== null })
  return bloc === null ? residenceLieu : data && { genre: 'bloc', nom: data.nomloc }
}

interface BlocSaved {
  nomloc: string
  description: string
  residence_id: number | string
}

export function useCreateBloc() {
  return useChange(({ idempotencyKey, ...body }: BlocSaved & { idempotencyKey: string }) =>
    callApi(blocsEndpoints.create, { body, idempotencyKey }),
  )
}

export function useUpdateBloc() {
  return useChange(({ id, ...body }: BlocSaved & { id: number; version: number }) =>
    callApi(blocsEndpoints.update, { params: { id }, body }),
  )
}

export function useDeleteBloc() {
  return useChange((id: number) => callApi(blocsEndpoints.remove, { params: { id } }))
}
