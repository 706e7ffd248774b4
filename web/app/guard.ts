import { focusManager } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import type { Connecte } from '#features/acces/acces.contract.ts'
import { utilisateurQuery } from '#features/acces/web/acces.queries.ts'
import { isOtherCompte } from '#web/kit/call/compte.ts'
import { restoreInput, rememberMembre } from '#web/kit/form/savedInput.ts'
import { queryClient } from '#web/app/queryClient.ts'

const fetchUser = () => queryClient.fetchQuery({ ...utilisateurQuery, staleTime: 0 })

/** Awaits the member on the first load, when no screen is visible yet; the layout's error page shows a failure. */
export async function requireUser(): Promise<Connecte> {
  const known = queryClient.getQueryData(utilisateurQuery.queryKey)
  if (known) return known
  const user = await fetchUser()
  rememberMembre(user.id)
  // Input that a reload left waits until the member may go on.
  if (user.suite !== 'mot_de_passe') restoreInput(user.id, { reload: true })
  return user
}

let wanted: string | null = null
/** Address of the navigation in progress; null without one. */
export const wantedScreen = (): string | null => wanted

/** Fetches the member before each entry into a private screen. A failure silently cancels the navigation (D1 §2, Q2). */
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

/**
 * Asks again whose session this is when the tab comes to the front: another tab may have signed in as somebody else. What is shown is read
 * again only while it is the same account's.
 */
export function askAgainOnFocus(): void {
  const ask = () =>
    queryClient.getQueryData(utilisateurQuery.queryKey) === undefined
      ? Promise.resolve()
      : fetchUser().catch(() => undefined)
  window.addEventListener('focus', () => void ask())
  focusManager.setEventListener((onFocus) => {
    const shown = () => {
      if (document.visibilityState === 'visible') void ask().then(() => isOtherCompte() || onFocus())
    }
    window.addEventListener('visibilitychange', shown)
    return () => window.removeEventListener('visibilitychange', shown)
  })
}

/** Reads the member again after a call was refused for the rôle, so that the screens follow the new rôle. */
export function readUserAgain(): void {
  void fetchUser().catch(() => undefined)
}
