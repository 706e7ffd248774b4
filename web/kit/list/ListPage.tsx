import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banners, type BannersState } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Filters } from '#web/kit/list/Filters.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { PorteeDeLaRecherche } from '#web/kit/list/PorteeDeLaRecherche.tsx'
import { SearchField } from '#web/kit/list/SearchField.tsx'
import { ViewSwitch } from '#web/kit/list/ViewSwitch.tsx'
import type { Page } from '#web/kit/call/answerShapes.ts'
import type { List } from '#web/kit/list/useList.ts'

interface ListPageProps<T> {
  list: List
  title: string
  add: ReactNode
  banners: BannersState
  suite?: ReactNode
  filters: ReactNode
  query: UseQueryResult<Page<unknown>>
  loading: string
  /** Sentence for an error without a message: « Erreur chargement clients. » */
  error: string
  /** Duration of the error banner in milliseconds, where the specification sets one. */
  errorMs?: number | undefined
  cards?: number
  /** The rows of the page that pass the search and the filters. */
  rows: readonly T[]
  /** Sentence when no row passes them: « Aucun client trouvé avec ces critères. » */
  noneFound: string
  /** Kind of record of a list that searches its loaded page, for the global search; absent when the search is sent. */
  genre?: string
  /** An `EmptyState`, for a list that is narrowed to an empty record without any other filter. */
  noneHere?: ReactNode
  /** An `EmptyState`, for a list without any record. */
  none: ReactNode
  count?: (total: number) => string
  children: (rows: readonly T[]) => ReactNode
}

export function ListPage<T>({
  list,
  title,
  add,
  banners,
  suite,
  filters,
  genre,
  ...results
}: ListPageProps<T>) {
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
            {lastPage > 1 && (
              <PorteeDeLaRecherche
                recherche={genre === undefined ? '' : list.recherche}
                {...(genre !== undefined && { genre })}
                onAll={list.inPlace ? list.everywhere : undefined}
              />
            )}
            {rows.length > 0 ? children(rows) : <None list={list} lastPage={lastPage} {...results} />}
            {(rows.length > 0 || lastPage > 1 || list.page > 1 || list.recherche !== '' || list.set > 0) && (
              <Pager page={list.page} lastPage={lastPage} onChange={list.goTo} count={count?.(total)} />
            )}
          </>
        )}
      </Results>
    </>
  )
}

type NoneProps = Pick<ListPageProps<never>, 'noneFound' | 'noneHere' | 'none'> & {
  list: List
  lastPage: number
}

function None({ list, lastPage, noneFound, noneHere, none }: NoneProps) {
  const { recherche, set, inPlace } = list
  if (recherche === '' && set === 0) return none
  if (recherche === '' && noneHere && (!inPlace || lastPage <= 1)) return noneHere
  return <EmptyState>{noneFound}</EmptyState>
}

interface ListFiltersProps {
  list: List
  placeholder: string
  children?: ReactNode
}

/** Filters of a list: its search, « Cartes | Tableau » when it has a table, its selects and « Réinitialiser ». */
export function ListFilters({ list, placeholder, children }: ListFiltersProps) {
  const { recherche, search, set, view, setView, reset } = list
  return (
    <Filters
      set={set}
      asked={recherche !== '' || search.text !== ''}
      view={setView && <ViewSwitch view={view} onChange={setView} />}
      onReset={reset}
    >
      <SearchField search={search} placeholder={placeholder} />
      {children}
    </Filters>
  )
}
