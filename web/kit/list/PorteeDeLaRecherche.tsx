import { createContext, use } from 'react'
import { Anchor } from '@mantine/core'
import styles from '#web/kit/list/Page.module.css'

/** Opens the palette with a text; `genre` is the kind of record that it shows first. */
type OpenSearch = (text?: string, genre?: string) => void

export const OpenSearchContext = createContext<OpenSearch>(() => {})

export function useOpenSearch(): OpenSearch {
  return use(OpenSearchContext)
}

interface PorteeProps {
  /** The searched text; empty when nothing is searched on the loaded page. */
  recherche: string
  /** The kind of record of the list. */
  genre?: string
  /** Extends the filters to all pages; given while they cover the loaded page only. */
  onAll?: (() => void) | undefined
}

/** Tells that search and filters look at the loaded page only (D2 §9), and offers to look further (ecrans §7). */
export function PorteeDeLaRecherche({ recherche, genre, onAll }: PorteeProps) {
  const open = useOpenSearch()
  if (recherche === '' && !onAll) return null
  return (
    <div className={`wrap dim gap-4-12 ${styles.scope}`} role="status">
      <span>
        {onAll
          ? `${recherche === '' ? 'Les filtres' : 'La recherche et les filtres'} portent`
          : 'La recherche porte'}{' '}
        sur la page affichée ; d'autres pages existent.
      </span>{' '}
      {recherche !== '' && (
        <Anchor component="button" type="button" inherit onClick={() => open(recherche, genre)}>
          Chercher « <bdi>{recherche}</bdi> » partout
        </Anchor>
      )}{' '}
      {onAll && (
        <Anchor component="button" type="button" inherit onClick={onAll}>
          Filtrer toutes les pages
        </Anchor>
      )}
    </div>
  )
}
