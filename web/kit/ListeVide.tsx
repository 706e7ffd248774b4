import type { Endpoint } from '#shared/endpoint.ts'
import { usePeut } from '#web/kit/usePeut.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '#web/kit/EmptyState.tsx'

/** What a record would stand in, while there is none: how to begin, and the screen that adds one. */
export interface Manque {
  /** « Il faut d’abord un bloc. » */
  hint: string
  /** « Ajouter un bloc » */
  ajouter: string
  to: string
  /** The call that adds one: nobody else is sent there. */
  call: Pick<Endpoint, 'access'>
}

interface ListeVideProps {
  /** What is missing before a record can be added here; null when nothing is. */
  manque: Manque | null
  /** The button that adds one, unless the screen's own is enough. */
  action?: ReactNode
  hint?: ReactNode
  /** The specified sentence. */
  children: ReactNode
}

/** An empty list, with the first thing to do: add a record or, while what it would stand in is missing too, go and add that. */
export function ListeVide({ manque, action, hint, children }: ListeVideProps) {
  const peut = usePeut()
  if (!manque || !peut(manque.call))
    return (
      <EmptyState action={action} hint={hint}>
        {children}
      </EmptyState>
    )
  return (
    <EmptyState
      hint={manque.hint}
      action={
        <Button
          leftSection={<IconPlus size={18} stroke={1.8} />}
          renderRoot={(props) => <Link to={manque.to} {...props} />}
        >
          {manque.ajouter}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
