import { peut, ROLE_DE_TOUS } from '#shared/droits.ts'
import type { Endpoint } from '#shared/endpoint.ts'

/** May whoever is signed in make this call? A control that leads to it is drawn only then. */
const peutAppeler = ({ access }: Pick<Endpoint, 'access'>): boolean => peut(ROLE_DE_TOUS, access)

/** Tells of any call whether whoever is signed in may make it: a menu asks for many, a screen for one. */
export const usePeut = (): typeof peutAppeler => peutAppeler
