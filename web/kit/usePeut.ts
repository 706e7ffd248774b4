import { peut, ROLE_DE_TOUS, type Role } from '#shared/droits.ts'
import type { Endpoint } from '#shared/endpoint.ts'

/** The rôle of whoever is signed in. */
export const useRole = (): Role => ROLE_DE_TOUS

/** May whoever is signed in make this call? A control that leads to it is drawn only then. */
export const usePeut = ({ access }: Pick<Endpoint, 'access'>): boolean => peut(useRole(), access)
