import { utilisateurQuery } from '#features/acces/web/acces.queries.ts'
import { keep } from '#web/kept.ts'
import { queryClient } from '#web/queryClient.ts'

/** « Recharger »: to the screens of the new version, with what is being written. */
export function reloadForNewVersion(): void {
  const { pathname, search } = window.location
  const membre = queryClient.getQueryData(utilisateurQuery.queryKey)
  if (membre) keep(membre.id, pathname + search, { reload: true })
  window.location.reload()
}
