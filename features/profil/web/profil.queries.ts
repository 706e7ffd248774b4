import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useChange } from '#web/kit/useChange.ts'
import { membresChanged } from '#features/membres/web/membres.queries.ts'
import { profilEndpoints, type Profil } from '#features/profil/profil.contract.ts'
import { CONNEXION_VIDE, PROFIL_VIDE } from '#features/profil/web/profil.blanks.ts'
import { ApiError, callApi, callList, callRecord, messageOf, prepareSession } from '#web/kit/api.ts'

const SESSION = "Erreur lors de l'initialisation de la session."

/** The anti-forgery call precedes both profile calls and has its own sentence (D1 §7, §8). */
async function withSession<T>(call: () => Promise<T>): Promise<T> {
  try {
    await prepareSession()
  } catch (error) {
    throw error instanceof ApiError
      ? new ApiError(error.status, { message: messageOf(error, SESSION) })
      : error
  }
  return call()
}

/** Read anew on each visit and left alone meanwhile: the form keeps what is typed and the version it was read with. */
export const profilQuery = queryOptions({
  queryKey: ['profil'],
  gcTime: 0,
  staleTime: Infinity,
  queryFn: ({ signal }) =>
    withSession((): Promise<Profil> => callRecord(profilEndpoints.read, { signal }, PROFIL_VIDE)),
})

interface Saved {
  name: string
  email: string
  password: string
  password_confirmation: string
  version: number
}

export function useUpdateProfil() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Saved) => withSession(() => callApi(profilEndpoints.update, { body })),
    async onSuccess(answer) {
      const { data, name, email, statut, role, version } = answer
      client.setQueryData(profilQuery.queryKey, data ?? { name, email, statut, role, version })
      await membresChanged(client)
    },
  })
}

/** Where the member is signed in; read again on each visit. */
export const connexionsQuery = queryOptions({
  queryKey: ['connexions'],
  gcTime: 0,
  queryFn: ({ signal }) => callList(profilEndpoints.connexions, { signal }, { blank: CONNEXION_VIDE }),
})

export function useCloseConnexion() {
  return useChange((id: number) => callApi(profilEndpoints.closeConnexion, { params: { id } }))
}
