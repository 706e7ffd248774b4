import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banners } from '#web/kit/Banners.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { Filters } from '#web/kit/Filters.tsx'
import { PageHeader } from '#web/kit/PageHeader.tsx'
import { Pager } from '#web/kit/Pager.tsx'
import { Results } from '#web/kit/Results.tsx'
import { ScopeHint } from '#web/kit/ScopeHint.tsx'
import { SearchEverywhereHint } from '#web/kit/SearchEverywhereHint.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { ViewSwitch } from '#web/kit/ViewSwitch.tsx'
import type { Page } from '#web/kit/answers.ts'
import type { BannersState } from '#web/kit/useBanners.ts'
import type { List } from '#web/kit/useList.ts'

interface ListPageProps<T> {
  list: List
  title: string
  /** The button that adds one. */
  add: ReactNode
  banners: BannersState
  /** What is offered above the banners, from `useSuite`. */
  suite?: ReactNode
  /** {@link ListFilters}. */
  filters: ReactNode
  query: UseQueryResult<Page<unknown>>
  /** « Chargement des clients... » */
  loading: string
  /** What is said when the server says nothing: « Erreur chargement clients. » */
  error: string
  /** When its banner goes, where the specification says it. */
  errorMs?: number | undefined
  /** Outlined cards while loading. */
  cards?: number
  /** Those of the page that search and filters leave. */
  rows: readonly T[]
  /** Said when search or filters leave none: « Aucun client trouvé avec ces critères. » */
  noneFound: string
  /** Under it, while a search looks at one page of several; unless told, the search that looks everywhere; null for none. */
  elsewhere?: ReactNode
  /** When the list is narrowed to a record that holds nothing, and nothing else is asked for: {@link VideIci}. */
  noneHere?: ReactNode
  /** When there is nothing at all: `ListeVide`, or an `EmptyState` with the first thing to do. */
  none: ReactNode
  /** « 240 lots », beside the pager. */
  count?: (total: number) => string
  /** The cards, or the table. */
  children: (rows: readonly T[]) => ReactNode
}

/** A list of records: title and what adds one, messages, search and filters, what is found or what to do, the pager. */
export function ListPage<T>({ list, title, add, banners, suite, filters, ...results }: ListPageProps<T>) {
  const { query, loading, error, errorMs, cards, count, rows, children } = results
  return (
    <>
      <PageHeader title={title}>{add}</PageHeader>
      <Banners banners={banners}>{suite}</Banners>
      {filters}
      <Results
        query={query}
        loading={loading}
        error={error}
        errorMs={errorMs}
        cards={cards}
        wide={list.view === 'tableau'}
      >
        {({ last_page: lastPage, total }) => (
          <>
            {list.inPlace && lastPage > 1 && <ScopeHint onAll={list.everywhere} />}
            {rows.length > 0 ? children(rows) : <None list={list} lastPage={lastPage} {...results} />}
            <Pager page={list.page} lastPage={lastPage} onChange={list.goTo} count={count?.(total)} />
          </>
        )}
      </Results>
    </>
  )
}

type NoneProps = Pick<ListPageProps<never>, 'noneFound' | 'elsewhere' | 'noneHere' | 'none'> & {
  list: List
  lastPage: number
}

/** Why there is nothing to show, and what to do about it. */
function None({ list, lastPage, noneFound, noneHere, none, ...told }: NoneProps) {
  const { recherche, set, inPlace } = list
  const { elsewhere = <SearchEverywhereHint text={recherche} /> } = told
  if (recherche === '' && set === 0) return none
  if (recherche === '' && noneHere && (!inPlace || lastPage <= 1)) return noneHere
  return <EmptyState hint={recherche !== '' && lastPage > 1 && elsewhere}>{noneFound}</EmptyState>
}

interface ListFiltersProps {
  list: List
  /** « Rechercher par nom ou adresse... » */
  placeholder: string
  /** The selects. */
  children?: ReactNode
}

/** The search of a list, « Cartes | Tableau » where it can be a table, its selects and « Réinitialiser ». */
export function ListFilters({ list, placeholder, children }: ListFiltersProps) {
  const { search, set, view, setView, reset } = list
  return (
    <Filters set={set} view={setView && <ViewSwitch view={view} onChange={setView} />} onReset={reset}>
      <SearchField search={search} placeholder={placeholder} />
      {children}
    </Filters>
  )
}
