import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { journalEndpoints, type ligneDuJournal, type RecordId } from '#features/journal/journal.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import type { Blank } from '#web/kit/call/answerShapes.ts'
import { callFile, callRecord } from '#web/kit/call/api.ts'

export type LigneLue = Wire<typeof ligneDuJournal>
type PageLue = Wire<NonNullable<(typeof journalEndpoints)['list']['response']>>

/** The filters of the journal and of its workbook; '' is no filter. */
export interface JournalAsked {
  membre: string
  objet: string
  action: string
  du: string
  au: string
  q: string
}

const LIGNE: Blank<LigneLue> = {
  quand: '',
  membre: '',
  action_libelle: '',
  objet_libelle: '',
  titre: null,
  lien: null,
  changements: [{ champ: '', avant: null, apres: null }],
}
const VIDE: Blank<PageLue> = { data: [LIGNE], suivant: null, membres: null }

const key = 'journal'
const next = ({ suivant }: PageLue) => suivant

export const journalQueries = {
  pages: (asked: JournalAsked, per_page: number) =>
    infiniteQueryOptions({
      queryKey: [key, asked],
      queryFn: ({ pageParam, signal }) =>
        callRecord(
          journalEndpoints.list,
          { query: { ...asked, per_page, avant: pageParam ?? undefined }, signal },
          VIDE,
        ),
      initialPageParam: null as number | null,
      getNextPageParam: next,
      placeholderData: keepPreviousData,
    }),
  record: ({ objet, id }: RecordId, per_page: number) =>
    infiniteQueryOptions({
      queryKey: [key, objet, id],
      queryFn: ({ pageParam, signal }) =>
        callRecord(
          journalEndpoints.list,
          { query: { objet, objet_id: id, per_page, avant: pageParam ?? undefined }, signal },
          VIDE,
        ),
      initialPageParam: null as number | null,
      getNextPageParam: next,
      // An opened history must be current, so it is never read from the cache alone.
      staleTime: 0,
    }),
}

export const fetchJournal = (asked: JournalAsked, signal: AbortSignal) =>
  callFile(journalEndpoints.export, { query: { ...asked }, signal })
