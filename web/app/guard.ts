import type { RouterHistory } from '@tanstack/react-router'
import { utilisateurQuery } from '#features/acces/web/acces.queries.ts'
import { restoreInput, rememberMembre } from '#web/kit/savedInput.ts'
import { queryClient } from '#web/app/queryClient.ts'

const fetchUser = () => queryClient.fetchQuery({ ...utilisateurQuery, staleTime: 0 })

/** On the first load there is no screen to stay on: the layout waits for the user and its error page shows a failure. */
export async function requireUser(): Promise<void> {
  if (queryClient.getQueryData(utilisateurQuery.queryKey)) return
  const { id } = await fetchUser()
  rememberMembre(id)
  restoreInput(id, { reload: true })
}

let wanted: string | null = null
/** The screen that a navigation under way asks for; null without one. */
export const wantedScreen = (): string | null => wanted

/**
 * Entering an authenticated screen fetches the current user first; when that fails the navigation is cancelled,
 * silently: the address does not even change (D1 §2, Q2). A 401 leads to Login by the rule of every call.
 * Another page or filter of the same screen is no entry.
 */
export function guardNavigation(history: RouterHistory, isPrivate: (pathname: string) => boolean): void {
  history.block({
    enableBeforeUnload: false,
    async blockerFn({ currentLocation, nextLocation }) {
      if (currentLocation.pathname === nextLocation.pathname || !isPrivate(nextLocation.pathname))
        return false
      wanted = nextLocation.href
      try {
        await fetchUser()
        return false
      } catch {
        return true
      } finally {
        wanted = null
      }
    },
  })
}

/** A call was refused for its rôle: the screens learn what the member is now. */
export function readUserAgain(): void {
  void fetchUser().catch(() => undefined)
}
