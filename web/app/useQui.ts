import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { ROLE_LIBELLES } from '#shared/droits.ts'

/** Who is signed in, by name and rôle; '' while signing out. */
export function useQui(): { name: string; role: string } {
  const user = useUtilisateur()
  return { name: user?.name ?? '', role: user ? (ROLE_LIBELLES[user.role] ?? '') : '' }
}
