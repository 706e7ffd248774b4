import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { VIDE } from '#features/rapports/rapports.words.ts'
import type { RapportTableProps } from '#features/rapports/web/RapportTable.tsx'
import { formatCompte } from '#shared/texte.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { Pager, type PageStep } from '#web/kit/list/Pager.tsx'
import { Tableau, type Colonne } from '#web/kit/table/Tableau.tsx'
import { Results } from '#web/kit/feedback/Results.tsx'

interface Lu<T> {
  data: readonly T[]
  total: number
  last_page: number
}

export type ColonneDeRapport<T> = Colonne<T> & { has?: (row: T) => boolean }

interface RapportProps<T, R extends Lu<T>> extends Omit<RapportTableProps<T>, 'rows' | 'columns'> {
  /** A column with `has` is shown only where a row of the page has something in it. */
  columns: readonly ColonneDeRapport<T>[]
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
  columns,
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
            <EmptyState>{VIDE}</EmptyState>
          ) : (
            <Tableau
              {...table}
              rows={lu.data}
              columns={columns.filter(({ has }) => !has || lu.data.some(has))}
            />
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
