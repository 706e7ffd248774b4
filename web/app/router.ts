import { createRouter } from '@tanstack/react-router'
import { whenForbidden, whenUnauthorized } from '#web/kit/call/api.ts'
import { utilisateurQuery } from '#features/acces/web/acces.queries.ts'
import { guardNavigation, readUserAgain, wantedScreen } from '#web/app/guard.ts'
import { saveInput } from '#web/kit/form/savedInput.ts'
import { queryClient } from '#web/app/queryClient.ts'
import { isPrivate } from '#web/kit/frame/ownScreen.ts'
import { routeTree } from '#web/app/routes.tsx'
import { screens } from '#shared/paths.ts'
import type { Endpoint } from '#shared/endpoint.ts'

export type AppRouter = ReturnType<typeof createAppRouter>

/** Makes the router of a window, which follows its history, and answers the calls that a session or a rôle no longer allows. */
export function createAppRouter() {
  const router = routerOf()
  guardNavigation(router.history, (pathname) => isPrivate(router, pathname))

  // The layout's own guard redirects on the first load, and the sign-in screen needs no redirection.
  let leaving = false
  whenUnauthorized(() => {
    const here = router.state.resolvedLocation
    if (here === undefined || here.pathname === screens.login || leaving) return
    leaving = true
    const utilisateur = queryClient.getQueryData(utilisateurQuery.queryKey)
    const wanted = wantedScreen()
    if (utilisateur) saveInput(utilisateur.id, wanted ?? here.href, { shown: wanted === null })
    // Login replaces the current screen in the history, and signing in puts the screen back; Login before a wanted screen is a new entry.
    void router
      .navigate({ to: screens.login, ignoreBlocker: true, replace: wanted === null })
      .then(() => queryClient.clear())
      .finally(() => (leaving = false))
  })

  // The rôle of the member may have changed.
  whenForbidden(readUserAgain)
  return router
}

/** Search parameters stay plain text in the address (`?page=2&recherche=12`); `useUrlState` parses them. */
function routerOf() {
  return createRouter({
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
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** State of the waiting page: the new account, the first of the installation, is already active (Q58). */
    dejaActif?: boolean
  }
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /** Page name in the document's title; the title is "Diyar" alone without one. */
    titre?: string
    /** Calls of the screen. A member who may make none of them reads that the screen is closed to their rôle. */
    calls?: readonly Pick<Endpoint, 'access'>[]
  }
}
