import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { blocsQueries } from '#features/blocs/web/blocs.queries.ts'
import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { screens } from '#web/paths.ts'

/** From the ground up; each stands in the one before. */
const ETAPES = [
  { to: screens.residences, ajouter: 'Ajouter une résidence', hint: 'Commencez par une résidence.' },
  { to: screens.blocs, ajouter: 'Ajouter un bloc', hint: 'Il faut d’abord un bloc.' },
  { to: screens.etages, ajouter: 'Ajouter un étage', hint: 'Il faut d’abord un étage.' },
] as const
const RANGS = { residence: 0, bloc: 1, etage: 2 }

interface ListeVideProps {
  /** What a record of this list stands in. */
  dans: keyof typeof RANGS
  /** The button that adds one, unless the screen's own is enough. */
  action?: ReactNode
  hint?: ReactNode
  /** The specified sentence. */
  children: ReactNode
}

/** An empty list, with the first thing to do: add a record or, while what it would stand in is missing too, go and add that. */
export function ListeVide({ dans, action, hint, children }: ListeVideProps) {
  const rang = RANGS[dans]
  const residences = useQuery(residencesQueries.choix())
  const blocs = useQuery({ ...blocsQueries.choix(), enabled: rang >= RANGS.bloc })
  const etages = useQuery({ ...etagesQueries.choix(), enabled: rang >= RANGS.etage })
  const missing = [residences, blocs, etages]
    .slice(0, rang + 1)
    .findIndex(({ data }) => data !== undefined && data.length === 0)
  const etape = ETAPES[missing]
  if (!etape)
    return (
      <EmptyState action={action} hint={hint}>
        {children}
      </EmptyState>
    )
  return (
    <EmptyState
      hint={etape.hint}
      action={
        <Button
          leftSection={<IconPlus size={18} stroke={1.8} />}
          renderRoot={(props) => <Link to={etape.to} {...props} />}
        >
          {etape.ajouter}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
