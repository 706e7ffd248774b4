import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  Outlet,
  useMatches,
  useRouterState,
  type RouteComponent,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Connecte } from '#features/acces/acces.contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { screens } from '#shared/paths.ts'
import { FailurePage, ScreenFailure } from '#web/app/FailurePage.tsx'
import { requireUser } from '#web/app/guard.ts'
import styles from '#web/app/Root.module.css'
import { ApiError } from '#web/kit/call/api.ts'
import { savePlace } from '#web/kit/form/savedInput.ts'
import { MEMBRE } from '#web/kit/frame/ownScreen.ts'
import { fetchPart } from '#web/kit/lazy/parts.ts'

/** Loads a page through `fetchPart`: the router's own loader reloads the window when a part is missing, even offline. */
export function page<M extends Record<K, RouteComponent>, K extends string>(load: () => Promise<M>, name: K) {
  return lazyRouteComponent<Record<K, RouteComponent>, K>(fetchPart(load), name)
}

const PRODUCT = 'Diyar'

/** Sets the document's title: "Diyar - Gestion des Clients", or "Diyar" alone (Q1). */
function Root() {
  const titre = useMatches({ select: (matches) => matches.at(-1)?.staticData.titre })
  useEffect(() => {
    document.title = titre ? `${PRODUCT} - ${titre}` : PRODUCT
  }, [titre])
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  )
}

/** Line at the top while the next screen loads; the previous screen stays visible meanwhile. */
function NavigationProgress() {
  const underWay = useRouterState({ select: ({ isLoading }) => isLoading })
  return underWay ? <div className={styles.progress} data-progress aria-hidden /> : null
}

export const root = createRootRoute({
  component: Root,
  errorComponent: FailurePage,
  validateSearch: (search: Record<string, string | number | undefined>): Record<string, string | undefined> =>
    Object.fromEntries(
      Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    ),
})

export const membre = createRoute({
  getParentRoute: () => root,
  id: MEMBRE,
  component: page(() => import('#web/app/Shell.tsx'), 'Shell'),
  errorComponent: FailurePage,
  async beforeLoad({ location }) {
    if ((await signedIn(location.href)).suite === 'mot_de_passe')
      throw redirect({ to: screens.premiereConnexion, replace: true })
  },
})

/** The member of the session; without one the sign-in follows, and later the screen at `href`. */
export async function signedIn(href: string): Promise<Connecte> {
  try {
    return await requireUser()
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    savePlace(href)
    throw redirect({ to: screens.login, replace: true })
  }
}

/** A screen behind sign-in; `titre` is its name in the document's title. @param calls of the screen; none when every rôle may open it */
export function screen<const Path extends string>(
  path: Path,
  titre: string,
  component: RouteComponent,
  ...calls: readonly Pick<Endpoint, 'access'>[]
) {
  return createRoute({
    getParentRoute: () => membre,
    path,
    component,
    errorComponent: ScreenFailure,
    staticData: { titre, ...(calls.length > 0 && { calls }) },
  })
}

export function publicScreen<const Path extends string>(
  path: Path,
  titre: string,
  component: RouteComponent,
) {
  return createRoute({ getParentRoute: () => root, path, component, staticData: { titre } })
}

/** A page that the server answers: the browser leaves the screens for it, as after a sign-in that was asked for on the way to it. */
export function served<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => membre,
    path,
    beforeLoad({ location }) {
      window.location.replace(location.href)
      return new Promise<never>(() => {})
    },
  })
}
