import { peut, ROLE_DE_TOUS, type Access } from '#shared/droits.ts'
import { AppError } from '#server/http/errors.ts'
import type { Session } from '#server/http/session.ts'

/**
 * Lets through whoever may make a call, before anything else of it is looked at: what is there or not is no business of others.
 * @throws nonAuthentifie (401) without a session, roleInsuffisant (403) when the member's rôle does not hold the droit
 */
export function requireAccess(session: Session | null, access: Access): void {
  if (access === 'public') return
  if (!session) throw new AppError('nonAuthentifie')
  if (!peut(ROLE_DE_TOUS, access)) throw new AppError('roleInsuffisant')
}
