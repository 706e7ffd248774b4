import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accesEndpoints, type Connecte } from '#features/acces/acces.contract.ts'
import { callApi, prepareSession } from '#web/kit/call/api.ts'
import { compteDrawn, drawFor } from '#web/kit/call/compte.ts'

/** Signed-in user, read anew from GET /api/user by the guard of every screen (Q3). */
export const utilisateurQuery = queryOptions({
  queryKey: ['utilisateur'],
  async queryFn({ signal }) {
    const utilisateur = await callApi(accesEndpoints.user, { signal })
    // Once drawn, a tab stays drawn for whom it is: the server refuses another's session.
    if (compteDrawn() === null) drawFor(utilisateur.compte)
    return utilisateur
  },
  gcTime: Infinity,
})

/** Signed-in user as the guard last read it; undefined during sign-out. */
export function useUtilisateur(): Connecte | undefined {
  return useQuery({ ...utilisateurQuery, enabled: false }).data
}

interface Credentials {
  email: string
  password: string
}

/** Opens a session. The anti-forgery cookie is fetched first, each time (D1 §7). */
export function useLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn({ code, ...credentials }: Credentials & { code?: string }) {
      await prepareSession()
      const body = { ...credentials, ...(code ? { code } : {}) }
      const answer = await callApi(accesEndpoints.login, { body })
      drawFor(answer.compte)
      return answer
    },
    // The cache is emptied of the former member's data.
    onSuccess: () => queryClient.clear(),
  })
}

interface Registration extends Credentials {
  name: string
  password_confirmation: string
}

/** Asks for an account without opening a session (Q59). */
export function useRegister() {
  return useMutation({
    async mutationFn(body: Registration) {
      await prepareSession()
      return callApi(accesEndpoints.register, { body })
    },
  })
}

/** Ends the session. The caller takes a 401 as done: the session had ended before (Q80). */
export const useLogout = () => useMutation({ mutationFn: () => callApi(accesEndpoints.logout, {}) })
