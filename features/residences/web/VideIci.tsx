import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { blocsQueries } from '#features/blocs/web/blocs.queries.ts'
import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import { pasEncore } from '#web/kit/pasEncore.ts'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'

interface VideIciProps {
  /** The records that the list is narrowed to, from the outside in; null for none. */
  residence: number | null
  bloc?: number | null
  etage?: number | null
  /** What it could hold: « d’étage ». */
  de: string
  /** The button that adds one there. */
  action: ReactNode
  /** The specified sentence. */
  children: ReactNode
}

/** A list narrowed to a residence, a bloc or an étage that holds nothing yet: no error, but the next thing to do. */
export function VideIci({ residence, bloc = null, etage = null, de, action, children }: VideIciProps) {
  const inEtage = useQuery({ ...etagesQueries.read(etage ?? 0), enabled: etage !== null })
  const inBloc = useQuery({ ...blocsQueries.read(bloc ?? 0), enabled: etage === null && bloc !== null })
  const inResidence = useQuery({
    ...residencesQueries.read(residence ?? 0),
    enabled: etage === null && bloc === null && residence !== null,
  })
  const hint =
    (inEtage.data && pasEncore('etage', inEtage.data.designation, de)) ??
    (inBloc.data && pasEncore('bloc', inBloc.data.nomloc, de)) ??
    (inResidence.data && pasEncore('residence', inResidence.data.nom, de))
  return (
    <EmptyState action={action} hint={hint}>
      {children}
    </EmptyState>
  )
}
