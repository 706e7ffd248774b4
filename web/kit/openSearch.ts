import { createContext, use } from 'react'

/** Opens the global search with a text already in it. */
export const OpenSearchContext = createContext<(text?: string) => void>(() => {})

export function useOpenSearch(): (text?: string) => void {
  return use(OpenSearchContext)
}
