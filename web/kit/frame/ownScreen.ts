import { useRouter, type AnyRouter } from '@tanstack/react-router'

/** Id of the parent route of all private screens. */
export const MEMBRE = 'membre'

export function isPrivate(router: AnyRouter, pathname: string): boolean {
  return router.getMatchedRoutes(pathname)[0].some(({ id }) => id === `/${MEMBRE}`)
}

/** Reads the address of `?retour=`: a private screen with its filters; null for anything else, such as another site. */
export function useOwnScreen(): (wanted: string | undefined) => string | null {
  const router = useRouter()
  return (wanted) => {
    if (!wanted?.startsWith('/') || !URL.canParse(wanted, window.location.origin)) return null
    const { origin, pathname, search } = new URL(wanted, window.location.origin)
    return origin === window.location.origin && isPrivate(router, pathname) ? pathname + search : null
  }
}
