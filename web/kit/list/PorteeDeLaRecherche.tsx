import { createContext, use } from 'react'
import { Anchor } from '@mantine/core'

export const OpenSearchContext = createContext<(text?: string) => void>(() => {})

export function useOpenSearch(): (text?: string) => void {
  return use(OpenSearchContext)
}

/** Tells that the search covers the loaded page only, because the record may exist on another page. */
export function SearchEverywhereHint({ text }: { text: string }) {
  const open = useOpenSearch()
  return (
    <>
      La recherche porte sur la page affichée ; d'autres pages existent.{' '}
      <Anchor component="button" type="button" inherit onClick={() => open(text)}>
        Chercher « {text} » partout
      </Anchor>
    </>
  )
}
