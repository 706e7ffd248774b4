import { createRouter } from '@tanstack/react-router'
import { whenForbidden, whenUnauthorized } from '#web/kit/api.ts'
import { utilisateurQuery } from '#features/acces/web/acces.queries.ts'
import { guardNavigation, readUserAgain, wantedScreen } from '#web/app/guard.ts'
import { saveInput } from '#web/kit/savedInput.ts'
import { queryClient } from '#web/app/queryClient.ts'
import { isPrivate } from '#web/kit/ownScreen.ts'
import { routeTree } from '#web/app/routes.tsx'
import { screens } from '#web/paths.ts'
import type { Endpoint } from '#shared/endpoint.ts'

/** Parameters are plain text in the address (`?page=2&recherche=12`); useUrlState gives them their type. */
export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultPreload: false,
  defaultPendingMs: 300,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch(search) {
    const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()
    return text && `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set on the way to the waiting page: the account that was just created is active already, the first of its installation (Q58). */
    dejaActif?: boolean
  }
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** Page name in the document's title; "Diyar" alone without one. */
    titre?: string
    /** What the screen is made of: whoever may make none of these calls is told that it is not open to him. */
    calls?: readonly Pick<Endpoint, 'access'>[]
  }
}

guardNavigation(router.history, (pathname) => isPrivate(router, pathname))

// On the first load the layout's own guard redirects; on the sign-in screen a 401 concerns nobody.
let leaving = false
whenUnauthorized(() => {
  const here = router.state.resolvedLocation
  if (here === undefined || here.pathname === screens.login || leaving) return
  leaving = true
  const utilisateur = queryClient.getQueryData(utilisateurQuery.queryKey)
  const wanted = wantedScreen()
  if (utilisateur) saveInput(utilisateur.id, wanted ?? here.href, { shown: wanted === null })
  // In the place of the screen that is left, so that signing in puts it back where it was; one that was asked for comes after.
  void router
    .navigate({ to: screens.login, ignoreBlocker: true, replace: wanted === null })
    .then(() => queryClient.clear())
    .finally(() => (leaving = false))
})

// What a member has on screen is no longer what he may do.
whenForbidden(readUserAgain)
