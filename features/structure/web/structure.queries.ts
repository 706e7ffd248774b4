import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { blocsEndpoints, type BlocResume } from '#features/structure/blocs.contract.ts'
import { etagesEndpoints, type EtageResume } from '#features/structure/etages.contract.ts'
import { residencesEndpoints } from '#features/structure/residences.contract.ts'
import {
  FICHE_BLOC_VIDE,
  FICHE_ETAGE_VIDE,
  FICHE_RESIDENCE_VIDE,
  RAPPORT_BLOC_VIDE,
  RAPPORT_ETAGE_VIDE,
  RAPPORT_RESIDENCE_VIDE,
  RESIDENCE_VIDE,
  RESUME_BLOC_VIDE,
  RESUME_ETAGE_VIDE,
  TOTAUX_RESIDENCE_VIDES,
} from '#features/structure/web/structure.blanks.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Page } from '#web/kit/call/answerShapes.ts'
import { ApiError, callApi, callFile, callList, callPage, callRecord } from '#web/kit/call/api.ts'
import { LOOKUP_LIMIT } from '#web/kit/select/useLookup.ts'
import { screens } from '#shared/paths.ts'

interface Calls<Q, T, R> {
  page: (query: Q, signal: AbortSignal) => Promise<Page<T>>
  read: (id: number, signal: AbortSignal) => Promise<T>
  report: (id: number, signal: AbortSignal) => Promise<R>
}

/** Queries of the list, of one record and of its report, for a level of the structure or a kind of lot. */
export const recordQueries = <Q, T, R>(key: string, calls: Calls<Q, T, R>) => ({
  page: (query: Q) =>
    queryOptions({
      queryKey: [key, 'page', query],
      queryFn: ({ signal }) => calls.page(query, signal),
      placeholderData: keepPreviousData,
    }),
  read: (id: number) =>
    queryOptions({ queryKey: [key, id], queryFn: ({ signal }) => calls.read(id, signal) }),
  report: (id: number) =>
    queryOptions({ queryKey: [key, id, 'report'], queryFn: ({ signal }) => calls.report(id, signal) }),
})

/** Query of a page. The ids are set when the filters apply to the whole list, not to the loaded page only. */
interface PageQuery {
  page: number
  residence_id?: number | undefined
  bloc_id?: number | undefined
}

export const residencesQueries = {
  ...recordQueries('residences', {
    page: ({ page }: PageQuery, signal) =>
      callPage(
        residencesEndpoints.list,
        { query: { page, per_page: 3 }, signal },
        { blank: FICHE_RESIDENCE_VIDE },
      ),
    read: (id, signal) =>
      callRecord(residencesEndpoints.read, { params: { id }, signal }, FICHE_RESIDENCE_VIDE),
    report: (id, signal) =>
      callRecord(residencesEndpoints.report, { params: { id }, signal }, RAPPORT_RESIDENCE_VIDE),
  }),
  /** Options of a select box: the first residences by name, or those whose name contains the text. */
  choix: (search = '') =>
    queryOptions({
      queryKey: ['residences', 'choix', search],
      queryFn: ({ signal }) =>
        callList(
          residencesEndpoints.all,
          { query: { search }, atMost: LOOKUP_LIMIT, signal },
          { blank: RESIDENCE_VIDE },
        ),
    }),
  paymentTotals: (id: number) =>
    queryOptions({
      queryKey: ['residences', id, 'payment-totals'],
      queryFn: ({ signal }) =>
        callRecord(residencesEndpoints.paymentTotals, { params: { id }, signal }, TOTAUX_RESIDENCE_VIDES),
    }),
}

export const blocsQueries = {
  ...recordQueries('blocs', {
    page: ({ page, residence_id }: PageQuery, signal) =>
      callPage(
        blocsEndpoints.list,
        { query: { page, residence_id, per_page: 6 }, signal },
        { blank: FICHE_BLOC_VIDE },
      ),
    read: (id, signal) => callRecord(blocsEndpoints.read, { params: { id }, signal }, FICHE_BLOC_VIDE),
    report: (id, signal) => callRecord(blocsEndpoints.report, { params: { id }, signal }, RAPPORT_BLOC_VIDE),
  }),
  /** Options of a select box: the first blocs, or those whose name or residence contains the text. */
  choix: (search = '') =>
    queryOptions({
      queryKey: ['blocs', 'choix', search],
      queryFn: ({ signal }): Promise<BlocResume[]> =>
        callList(
          blocsEndpoints.all,
          { query: { search }, atMost: LOOKUP_LIMIT, signal },
          { blank: RESUME_BLOC_VIDE },
        ),
    }),
  ofResidence: (id: number) =>
    queryOptions({
      queryKey: ['blocs', 'residence', id],
      queryFn: ({ signal }) =>
        callList(blocsEndpoints.ofResidence, { params: { id }, signal }, { blank: RESUME_BLOC_VIDE }),
    }),
}

export const etagesQueries = {
  ...recordQueries('etages', {
    page: (query: PageQuery, signal) =>
      callPage(
        etagesEndpoints.list,
        { query: { ...query, per_page: 6 }, signal },
        { blank: FICHE_ETAGE_VIDE },
      ),
    read: (id, signal) => callRecord(etagesEndpoints.read, { params: { id }, signal }, FICHE_ETAGE_VIDE),
    report: (id, signal) =>
      callRecord(etagesEndpoints.report, { params: { id }, signal }, RAPPORT_ETAGE_VIDE),
  }),
  /** Options of a select box: the first étages, optionally of a residence, or those whose name or bloc contains the text. */
  choix: (search = '', residence_id?: number) =>
    queryOptions({
      queryKey: ['etages', 'choix', search, residence_id],
      queryFn: ({ signal }): Promise<EtageResume[]> =>
        callList(
          etagesEndpoints.all,
          { query: { search, residence_id }, atMost: LOOKUP_LIMIT, signal },
          { blank: RESUME_ETAGE_VIDE },
        ),
    }),
  ofBloc: (id: number) =>
    queryOptions({
      queryKey: ['etages', 'bloc', id],
      queryFn: ({ signal }) =>
        callList(etagesEndpoints.ofBloc, { params: { id }, signal }, { blank: RESUME_ETAGE_VIDE }),
    }),
  capacite: (id: number) =>
    queryOptions({
      queryKey: ['etages', id, 'capacite'],
      queryFn: ({ signal }) => callApi(etagesEndpoints.capacite, { params: { id }, signal }),
    }),
}

/** The parent record that is missing before a record can be added, such as a bloc for an étage. */
interface Manque {
  hint: string
  ajouter: string
  to: string
  /** Call that adds the parent; a member who may not make it gets no link. */
  call: Pick<Endpoint, 'access'>
}

const SANS_RESIDENCE: Manque = {
  hint: 'Commencez par une résidence.',
  ajouter: 'Ajouter une résidence',
  to: screens.residences,
  call: residencesEndpoints.create,
}
const SANS_BLOC: Manque = {
  hint: "Il faut d'abord un bloc.",
  ajouter: 'Ajouter un bloc',
  to: screens.blocs,
  call: blocsEndpoints.create,
}
const SANS_ETAGE: Manque = {
  hint: "Il faut d'abord un étage.",
  ajouter: 'Ajouter un étage',
  to: screens.etages,
  call: etagesEndpoints.create,
}

/** Hint for an empty list whose records stand in a record of this level: the first level without any; null once there are all. */
export function useManque(dans: Lieu['genre']): Manque | null {
  const residences = useQuery(residencesQueries.choix())
  const blocs = useQuery({ ...blocsQueries.choix(), enabled: dans !== 'residence' })
  const etages = useQuery({ ...etagesQueries.choix(), enabled: dans === 'etage' })
  if (residences.data?.length === 0) return SANS_RESIDENCE
  if (dans !== 'residence' && blocs.data?.length === 0) return SANS_BLOC
  return dans === 'etage' && etages.data?.length === 0 ? SANS_ETAGE : null
}

/** The records that filter a list, null where there is no filter. */
export interface LieuChoisi {
  residence: number | null
  bloc: number | null
  etage: number | null
}

/** A record of one level, with its kind. */
export interface Lieu {
  genre: 'residence' | 'bloc' | 'etage'
  nom: string
}

/** The most precise record that filters a list, for its title; undefined until it is read, and without a filter. */
export function useLieu({ residence, bloc, etage }: LieuChoisi): Lieu | undefined {
  const genre = etage !== null ? 'etage' : bloc !== null ? 'bloc' : 'residence'
  const ofEtage = useQuery({ ...etagesQueries.read(etage ?? 0), enabled: etage !== null })
  const ofBloc = useQuery({ ...blocsQueries.read(bloc ?? 0), enabled: genre === 'bloc' })
  const ofResidence = useQuery({
    ...residencesQueries.read(residence ?? 0),
    enabled: genre === 'residence' && residence !== null,
  })
  if (genre === 'etage') return ofEtage.data && { genre, nom: ofEtage.data.designation }
  if (genre === 'bloc') return ofBloc.data && { genre, nom: ofBloc.data.nomloc }
  return ofResidence.data && { genre, nom: ofResidence.data.nom }
}

/** Reads the plan of a residence. An answer that is no PDF is a failure (D2 §2.1). */
export async function fetchResidencePlan(id: number) {
  const file = await callFile(residencesEndpoints.plan, { params: { id } })
  if (!file.blob.type.startsWith('application/pdf')) throw new ApiError(0, {})
  return file
}
