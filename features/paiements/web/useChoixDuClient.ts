import { useQuery } from '@tanstack/react-query'
import { choixQueries } from '#features/paiements/web/paiements.queries.ts'

/** What the chosen client owns, kind by kind; nothing is asked while nobody is chosen. */
export function useChoixDuClient(clientId: number | null) {
  const chosen = clientId ?? 0
  const enabled = clientId !== null
  return {
    appartements: useQuery({ ...choixQueries.appartements(chosen), enabled }),
    places: useQuery({ ...choixQueries.places(chosen), enabled }),
    locaux: useQuery({ ...choixQueries.locaux(chosen), enabled }),
  }
}
