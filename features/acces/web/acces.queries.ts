import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accesEndpoints, type Utilisateur } from '#features/acces/acces.contract.ts'
import { callApi, prepareSession } from '#web/kit/api.ts'

/** The signed-in user: the whole answer of GET /api/user, fetched anew by the guard of every screen (Q3). */
export const utilisateurQuery = queryOptions({
  queryKey: ['utilisateur'],
  queryFn: ({ signal }) => callApi(accesEndpoints.user, { signal }),
  gcTime: Infinity,
})

/** The signed-in user as the guard last read it; undefined while signing out. */
export function useUtilisateur(): Utilisateur | undefined {
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
    async mutationFn(body: Credentials) {
      await prepareSession()
      return callApi(accesEndpoints.login, { body })
    },
    // Nothing of the person who sat here before may remain.
    onSuccess: () => queryClient.clear(),
  })
}

interface Registration extends Credentials {
  name: string
  password_confirmation: string
}

/** Asks for an account; opens no session (Q59). */
export function useRegister() {
  return useMutation({
    async mutationFn(body: Registration) {
      await prepareSession()
      return callApi(accesEndpoints.register, { body })
    },
  })
}

/** Ends the session. A 401 says that there is none any more, which is what was asked for (Q80). */
export function useLogout() {
  return useMutation({ mutationFn: () => callApi(accesEndpoints.logout, {}) })
}
