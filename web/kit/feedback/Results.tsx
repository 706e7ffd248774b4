import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { ApiError, messageOf } from '#web/kit/call/api.ts'
import { CardGrid } from '#web/kit/card/CardGrid.tsx'
import styles from '#web/kit/feedback/Feedback.module.css'
import { Banner } from '#web/kit/feedback/Banner.tsx'

interface ResultsProps<T> {
  query: UseQueryResult<T>
  loading: string
  /** Sentence for an error without a message: « Erreur chargement clients. » */
  error: string
  /** Duration of the error banner in milliseconds, where the specification sets one. */
  errorMs?: number
  cards?: number
  wide?: boolean
  /** Title of a record's page, shown until there is data. */
  head?: ReactNode
  /** Shown for a 404, when the record does not or no longer exist. */
  gone?: ReactNode
  children: (data: T) => ReactNode
}

/** State of a query. Data stays on screen, with its open dialogs and typed text, when a later reading fails. */
export function Results<T>({ query, gone, head, children, ...told }: ResultsProps<T>) {
  const { data, error } = query
  // A list shows the failure of its next page below its last row.
  const failed = query.isError && !('isFetchNextPageError' in query && query.isFetchNextPageError)
  if (gone && error instanceof ApiError && error.status === 404) return gone
  if (data === undefined) {
    return (
      <>
        {head}
        {query.isError ? (
          <Failure query={query} {...told} />
        ) : (
          <LoadingState text={told.loading} cards={told.cards} wide={told.wide} />
        )}
      </>
    )
  }
  return (
    <div aria-busy={query.isPlaceholderData} data-stale={query.isPlaceholderData || undefined}>
      {failed && <Failure query={query} {...told} compact />}
      {children(data)}
    </div>
  )
}

type FailureProps = Pick<ResultsProps<unknown>, 'query' | 'error' | 'errorMs'> & { compact?: boolean }

function Failure({ query, error, errorMs, compact }: FailureProps) {
  return (
    <ErrorState
      key={query.errorUpdatedAt}
      message={messageOf(query.error, error)}
      ms={errorMs}
      compact={compact}
      onRetry={() => void query.refetch()}
    />
  )
}

interface LoadingStateProps {
  text: string
  cards?: number
  /** True for placeholders of full width, one below the other, as for a panel or a table. */
  wide?: boolean
}

export function LoadingState({ text, cards = 6, wide = false }: LoadingStateProps) {
  const outlines = Array.from({ length: cards }, (_, index) => <Outline key={index} />)
  return (
    <div>
      <p className={styles.loading} role="status">
        {text}
      </p>
      {cards > 0 && (
        <div aria-hidden>
          {wide ? <div className="stack gap-16">{outlines}</div> : <CardGrid>{outlines}</CardGrid>}
        </div>
      )}
    </div>
  )
}

function Outline() {
  return (
    <div className={`stack card gap-14 ${styles.skeleton}`}>
      <span style={{ width: '62%' }} />
      <span style={{ width: '88%' }} />
      <span style={{ width: '74%' }} />
      <span style={{ width: '40%' }} />
    </div>
  )
}

interface ErrorStateProps {
  message: string
  onRetry: () => void
  /** Duration of the red banner: 5 s unless the specification says otherwise (Q19). « Réessayer » stays afterwards. */
  ms?: number | undefined
  /** True above earlier results, which stay visible. */
  compact?: boolean | undefined
}

/** Failed load: a red banner with « Réessayer », then a quiet line with « Réessayer ». */
export function ErrorState({ message, onRetry, ms = 5000, compact = false }: ErrorStateProps) {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), ms)
    return () => clearTimeout(timer)
  }, [ms])
  const retry = (
    <Button variant="default" onClick={onRetry}>
      Réessayer
    </Button>
  )
  return shown ? (
    <Banner kind="error" action={retry}>
      {message}
    </Banner>
  ) : (
    <div className={`row dim gap-12-16 ${styles.retry}`} data-compact={compact || undefined}>
      <span>
        {compact ? "L'actualisation a échoué : ce qui est affiché peut dater." : 'Le chargement a échoué.'}
      </span>
      {retry}
    </div>
  )
}
