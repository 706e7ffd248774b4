import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Endpoint } from '#shared/endpoint.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { EmptyState } from '#web/kit/feedback/EmptyState.tsx'
import { normaliser } from '#shared/texte.ts'

/** The parent record that is missing before a record can be added, such as a bloc for an étage. */
export interface Manque {
  hint: string
  ajouter: string
  to: string
  /** Call that adds the parent; a member who may not make it gets no link. */
  call: Pick<Endpoint, 'access'>
}

interface ListeVideProps {
  /** The missing parent; null when a record can be added. */
  manque: Manque | null
  action?: ReactNode
  hint?: ReactNode
  children: ReactNode
}

/** Empty list with its next step: add a record, or first add the missing parent. */
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

interface VideIciProps {
  /** Record of the list's filter; undefined until it is read. */
  lieu: Lieu | undefined
  /** Noun of the missing records, with « de »: « d'étage ». */
  de: string
  action: ReactNode
  children: ReactNode
}

/** Empty list of one record, with its next step. */
export function VideIci({ lieu, de, action, children }: VideIciProps) {
  return (
    <EmptyState action={action} hint={lieu && phrasePasEncore(lieu.genre, lieu.nom, de)}>
      {children}
    </EmptyState>
  )
}

const ARTICLES = { residence: 'La résidence ', bloc: 'Le bloc ', etage: "L'étage " }

export interface Lieu {
  genre: keyof typeof ARTICLES
  nom: string
}

/** « Bloc A n'a pas encore d'étage. » or « Le bloc Nord n'a pas encore d'étage. », depending on whether the name has its kind. */
export function phrasePasEncore(genre: Lieu['genre'], nom: string, de: string): string {
  const dit = normaliser(nom).includes(genre)
  return `${dit ? '' : ARTICLES[genre]}${nom} n'a pas encore ${de}.`
}
