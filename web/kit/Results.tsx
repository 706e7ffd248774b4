import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#web/kit/api.ts'
import { ErrorState } from '#web/kit/ErrorState.tsx'
import { LoadingState } from '#web/kit/LoadingState.tsx'

interface ResultsProps<T> {
  query: UseQueryResult<T>
  /** « Chargement des clients... » */
  loading: string
  /** Shown when the server says nothing: « Erreur chargement clients. » */
  error: string
  /** When the banner of a failure goes, where the specification says it. */
  errorMs?: number
  /** Outlined cards while loading; `wide` ones stand one below the other. */
  cards?: number
  wide?: boolean
  children: (data: T) => ReactNode
}

/** The body of a list: loading, failing, or what `children` makes of the data. A failure empties the list. */
export function Results<T>({ query, loading, error, errorMs, cards, wide, children }: ResultsProps<T>) {
  if (query.isError) {
    return (
      <ErrorState
        key={query.errorUpdatedAt}
        message={messageOf(query.error, error)}
        ms={errorMs}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.isPending) return <LoadingState text={loading} cards={cards} wide={wide} />
  return (
    <div aria-busy={query.isPlaceholderData} data-stale={query.isPlaceholderData || undefined}>
      {children(query.data)}
    </div>
  )
}
