import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Anchor } from '@mantine/core'
import { Banners, type BannersState } from '#web/kit/feedback/Banner.tsx'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Filters } from '#web/kit/list/Filters.tsx'
import { PageHeader } from '#web/kit/list/PageHeader.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'
import { SearchEverywhereHint } from '#web/kit/list/SearchEverywhereHint.tsx'
import { SearchField } from '#web/kit/list/SearchField.tsx'
import { ViewSwitch } from '#web/kit/list/ViewSwitch.tsx'
import type { Page } from '#web/kit/call/answerShapes.ts'
import type { List } from '#web/kit/list/useList.ts'
import styles from '#web/kit/list/Page.module.css'

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
  /** Hint below `noneFound` when the search covers one page of several. The default offers the global search; null shows none. */
  elsewhere?: ReactNode
  /** A {@link VideIci}, for a list that is narrowed to an empty record without any other filter. */
  noneHere?: ReactNode
  /** A `ListeVide` or an `EmptyState`, for a list without any record. */
  none: ReactNode
  count?: (total: number) => string
  children: (rows: readonly T[]) => ReactNode
}

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

function None({ list, lastPage, noneFound, noneHere, none, ...told }: NoneProps) {
  const { recherche, set, inPlace } = list
  const { elsewhere = <SearchEverywhereHint text={recherche} /> } = told
  if (recherche === '' && set === 0) return none
  if (recherche === '' && noneHere && (!inPlace || lastPage <= 1)) return noneHere
  return <EmptyState hint={recherche !== '' && lastPage > 1 && elsewhere}>{noneFound}</EmptyState>
}

interface ListFiltersProps {
  list: List
  placeholder: string
  children?: ReactNode
}

/** Filters of a list: its search, « Cartes | Tableau » when it has a table, its selects and « Réinitialiser ». */
export function ListFilters({ list, placeholder, children }: ListFiltersProps) {
  const { search, set, view, setView, reset } = list
  return (
    <Filters set={set} view={setView && <ViewSwitch view={view} onChange={setView} />} onReset={reset}>
      <SearchField search={search} placeholder={placeholder} />
      {children}
    </Filters>
  )
}

/** Tells that the filters cover the loaded page only (D2 §9), and offers to filter all pages. */
function ScopeHint({ onAll }: { onAll: () => void }) {
  return (
    <p className={styles.scope}>
      Les filtres portent sur la page affichée ; d'autres pages existent.{' '}
      <Anchor component="button" type="button" inherit onClick={onAll}>
        Filtrer toutes les pages
      </Anchor>
    </p>
  )
}
