import { createContext, use } from 'react'
import { peut, type Role } from '#shared/droits.ts'
import type { Endpoint } from '#shared/endpoint.ts'

/** The rôle of whoever is signed in, as the guard last read it; null where nobody is. */
export const RoleContext = createContext<Role | null>(null)

/** May this rôle make this call? */
type Peut = (call: Pick<Endpoint, 'access'>) => boolean

/**
 * Tells of any call whether whoever is signed in may make it: a menu asks for many, a screen for one. A control that leads to a call is
 * drawn only then.
 */
export function usePeut(): Peut {
  const role = use(RoleContext)
  return ({ access }) => role !== null && peut(role, access)
}

/**
 * What leads to a call, an act or what is drawn for it, for whoever may make it; undefined for others, whose screen does not offer it.
 */
export function usePermis(): <T>(call: Pick<Endpoint, 'access'>, what: T) => T | undefined {
  const may = usePeut()
  return (call, what) => (may(call) ? what : undefined)
}
