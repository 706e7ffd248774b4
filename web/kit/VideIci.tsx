import type { ReactNode } from 'react'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { phrasePasEncore, type Lieu } from '#web/kit/pasEncore.ts'

interface VideIciProps {
  /** The record that the list is narrowed to, once it is read. */
  lieu: Lieu | undefined
  /** What it could hold: « d’étage ». */
  de: string
  /** The button that adds one there. */
  action: ReactNode
  /** The specified sentence. */
  children: ReactNode
}

/** A list narrowed to a record that holds nothing yet: no error, but the next thing to do. */
export function VideIci({ lieu, de, action, children }: VideIciProps) {
  return (
    <EmptyState action={action} hint={lieu && phrasePasEncore(lieu.genre, lieu.nom, de)}>
      {children}
    </EmptyState>
  )
}
