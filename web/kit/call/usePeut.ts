import { createContext, use } from 'react'
import { peut, type Role } from '#shared/droits.ts'
import type { Endpoint } from '#shared/endpoint.ts'

/** The member's rôle as last read by the guard; null without a member. */
export const RoleContext = createContext<Role | null>(null)

type Peut = (call: Pick<Endpoint, 'access'>) => boolean

/** Returns a function that tells whether the member may make a call; a control of a call is drawn only if so. */
export function usePeut(): Peut {
  const role = use(RoleContext)
  return ({ access }) => role !== null && peut(role, access)
}

/** Returns a function that gives `what` when the member may make a call, else undefined. */
export function usePermis(): <T>(call: Pick<Endpoint, 'access'>, what: T) => T | undefined {
  const may = usePeut()
  return (call, what) => (may(call) ? what : undefined)
}
