import { useRouter, type AnyRouter } from '@tanstack/react-router'

/** The layout around every screen that needs a signed-in user, as its route is called. */
export const MEMBRE = 'membre'

/** Is this the path of a screen behind the guard? */
export function isPrivate(router: AnyRouter, pathname: string): boolean {
  return router.getMatchedRoutes(pathname)[0].some(({ id }) => id === `/${MEMBRE}`)
}

/** Tells a screen of our own, as `?retour=` may name it: a path behind the guard, with its filters. Null for anything else. */
export function useOwnScreen(): (wanted: string | undefined) => string | null {
  const router = useRouter()
  return (wanted) => {
    if (!wanted?.startsWith('/') || !URL.canParse(wanted, window.location.origin)) return null
    const { origin, pathname, search } = new URL(wanted, window.location.origin)
    return origin === window.location.origin && isPrivate(router, pathname) ? pathname + search : null
  }
}
