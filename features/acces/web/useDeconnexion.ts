import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLogout, useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { ApiError, messageOf } from '#web/kit/call/api.ts'
import { drawFor } from '#web/kit/call/compte.ts'
import { forgetInput } from '#web/kit/form/savedInput.ts'
import { forgetRecents } from '#web/kit/frame/storage.ts'
import { screens } from '#shared/paths.ts'

/** Leaves for the sign-in of a session that is over: what the tab keeps for its member is dropped. */
export function useQuitter(): () => Promise<void> {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const membre = useUtilisateur()?.id
  return async () => {
    drawFor(undefined)
    forgetInput(membre)
    if (membre !== undefined) forgetRecents(membre)
    await navigate({ to: screens.login, ignoreBlocker: true })
    queryClient.clear()
  }
}

/** « Déconnexion ». A failed one keeps the session and is told (Q80). */
export function useDeconnexion(onFailure: (sentence: string) => void): {
  leave: () => Promise<void>
  busy: boolean
} {
  const logout = useLogout()
  const quitter = useQuitter()
  async function leave() {
    try {
      await logout.mutateAsync()
    } catch (error) {
      // A 401 means that the session is already over, which is the purpose of signing out.
      if (!(error instanceof ApiError && error.status === 401)) {
        onFailure(messageOf(error, 'Erreur lors de la déconnexion.'))
        return
      }
    }
    await quitter()
  }
  return { leave, busy: logout.isPending }
}
