import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/kit/api.ts'
import { MissingPart } from '#web/kit/parts.ts'

/** What is said where something could not be shown. */
export interface FailureText {
  sentence: string
  hint: string | null
}

/** The true reason, for the reader: the network where it is the network, a screen that broke where it is that. */
export function textOfFailure(error: unknown, what: 'écran' | 'fenêtre'): FailureText {
  if (error instanceof MissingPart) {
    const ce =
      what === 'écran' ? 'Cet écran n’a pas pu être chargé.' : 'Cette fenêtre n’a pas pu être chargée.'
    return { sentence: ce, hint: 'Vérifiez votre connexion, puis réessayez.' }
  }
  if (isServerAway(error)) return { sentence: 'Diyar ne répond pas pour le moment.', hint: null }
  return { sentence: "Cet écran n'a pas pu s'afficher.", hint: null }
}

/** The server could not be reached, or failed. */
export function isServerAway(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Drops the answers that nothing on the screen shows any more. The same answer would break the same screen again. */
export function useDropUnusedQueries(): () => void {
  const client = useQueryClient()
  return () => client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
}
