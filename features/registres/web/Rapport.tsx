import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RapportTable, type RapportTableProps } from '#features/registres/web/RapportTable.tsx'
import { formatCompte } from '#shared/texte.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Pager, type PageStep } from '#web/kit/list/Pager.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

interface Lu<T> {
  data: readonly T[]
  total: number
  last_page: number
}

interface RapportProps<T, R extends Lu<T>> extends Omit<RapportTableProps<T>, 'rows'> {
  query: UseQueryResult<R>
  renderChiffres: (lu: R) => ReactNode
  page: number
  onPage: (step: PageStep) => void
  /** The noun of the rows, for their count: « numéro ». */
  unite: string
}

export function Rapport<T, R extends Lu<T>>({
  query,
  renderChiffres,
  page,
  onPage,
  unite,
  ...table
}: RapportProps<T, R>) {
  return (
    <Results
      query={query}
      loading="Chargement du rapport..."
      error="Erreur lors du chargement du rapport."
      wide
      cards={3}
    >
      {(lu) => (
        <>
          {renderChiffres(lu)}
          {lu.data.length === 0 ? (
            <EmptyState>Rien à montrer pour cette période.</EmptyState>
          ) : (
            <RapportTable {...table} rows={lu.data} />
          )}
          {(lu.data.length > 0 || page > 1) && (
            <Pager
              page={page}
              lastPage={lu.last_page}
              spelling="/"
              onChange={onPage}
              count={formatCompte(lu.total, unite)}
            />
          )}
        </>
      )}
    </Results>
  )
}
