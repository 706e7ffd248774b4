import { createRouter } from '@tanstack/react-router'
import { whenUnauthorized } from '#web/api.ts'
import { guardNavigation } from '#web/guard.ts'
import { queryClient } from '#web/queryClient.ts'
import { membre, routeTree } from '#web/routes.tsx'

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
  }
}

guardNavigation(router.history, (pathname) =>
  router.getMatchedRoutes(pathname)[0].some(({ id }) => id === membre.id),
)

// On the first load the layout's own guard redirects; on the sign-in screen a 401 concerns nobody.
whenUnauthorized(() => {
  const here = router.state.resolvedLocation?.pathname
  if (here === undefined || here === '/login') return
  void router.navigate({ to: '/login', ignoreBlocker: true }).then(() => queryClient.clear())
})
