import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { utilisateurQuery } from '#features/acces/web/acces.queries.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { membresChanged } from '#features/membres/web/membres.queries.ts'
import { profilEndpoints, type Profil } from '#features/acces/profil.contract.ts'
import { ApiError, callApi, callList, callRecord, messageOf, prepareSession } from '#web/kit/call/api.ts'

const PROFIL_VIDE = {
  name: '',
  email: '',
  statut: 'désactivé',
  role: 'lecture',
  suite: null,
  second_facteur: { actif: false, codes_restants: 0 },
} as const
const CONNEXION_VIDE = {
  appareil: '',
  adresse: '',
  ouverte_le: '',
  vue_le: '',
  actuelle: false,
} as const

const SESSION = "Erreur lors de l'initialisation de la session."

/** Fetches the anti-forgery cookie before a profile call; its failure has a sentence of its own (D1 §7, §8). */
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

/** Profile, read on each visit and not refreshed meanwhile, so that the form keeps its values and their version. */
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
      const { message: _message, data, ...beside } = answer
      client.setQueryData(profilQuery.queryKey, (read) => read && { ...read, ...(data ?? beside) })
      await membresChanged(client)
    },
  })
}

export const connexionsQuery = queryOptions({
  queryKey: ['connexions'],
  gcTime: 0,
  queryFn: ({ signal }) => callList(profilEndpoints.connexions, { signal }, { blank: CONNEXION_VIDE }),
})

export function useCloseConnexion() {
  return useChange((id: number) => callApi(profilEndpoints.closeConnexion, { params: { id } }))
}

/** Ends every session of the member. Nothing is read again: this one has ended too. */
export const useCloseConnexions = () =>
  useMutation({ mutationFn: () => withSession(() => callApi(profilEndpoints.closeConnexions, {})) })

/** Chooses one's own password in place of a provisional one; the guard then lets the member in. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { actuel: string; password: string; password_confirmation: string }) =>
      callApi(profilEndpoints.changePassword, { body }),
    onSuccess: () =>
      client.setQueryData(utilisateurQuery.queryKey, (user) => user && { ...user, suite: null }),
  })
}
