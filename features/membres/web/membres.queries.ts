import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { utilisateurQuery } from '#features/acces/web/acces.queries.ts'
import { membresEndpoints, type Membre } from '#features/membres/membres.contract.ts'
import { peut, type Role } from '#shared/droits.ts'
import { callApi, callPage } from '#web/kit/call/api.ts'
import { refetchShown, useChange } from '#web/kit/call/useChange.ts'

const key = ['membres'] as const
const PAR_PAGE = 6
const SANS_TABLEAU = "La réponse de l'API ne contient pas un tableau de membres valide."

/** The list shows only rows with a textual name, e-mail and statut (D1 §2). */
const estLisible = (row: Membre) =>
  [row.name, row.email, row.statut].every((text) => typeof text === 'string')

export const membresQueries = {
  page: (page: number, demandes: boolean) =>
    queryOptions({
      queryKey: [...key, 'page', page, demandes],
      async queryFn({ signal }) {
        const query = { page, per_page: PAR_PAGE, ...(demandes && { jamais_actif: '1' as const }) }
        const membres = await callPage(
          membresEndpoints.list,
          { query, signal },
          { blank: {}, invalid: SANS_TABLEAU },
        )
        return { ...membres, data: membres.data.filter(estLisible) }
      },
      placeholderData: keepPreviousData,
    }),
  /** All active members, by name. */
  actifs: () =>
    queryOptions({
      queryKey: [...key, 'actifs'],
      async queryFn({ signal }) {
        const data: Membre[] = []
        for (let page = 1, last = 1; page <= last; page++) {
          const query = { page, per_page: 200 }
          const lus = await callPage(
            membresEndpoints.list,
            { query, signal },
            { blank: {}, invalid: SANS_TABLEAU },
          )
          data.push(...lus.data)
          last = lus.last_page
        }
        const actifs = data.filter((membre) => estLisible(membre) && membre.statut === 'activé')
        return actifs.toSorted((a, b) => a.name.localeCompare(b.name, 'fr'))
      },
    }),
}

export const readMembre = (id: number) => callApi(membresEndpoints.read, { params: { id } })

/** Refreshes the screens and the signed-in user, whose name stands in the header. A member who was disabled is led to the sign-in. */
export async function membresChanged(client: QueryClient): Promise<void> {
  await Promise.all([
    refetchShown(client),
    client.fetchQuery({ ...utilisateurQuery, staleTime: 0 }).catch(() => undefined),
  ])
}

/** Refreshes after a change of rôle. A member who lost the right to list members does not ask for the list again. */
async function roleChanged(client: QueryClient): Promise<void> {
  const user = await client.fetchQuery({ ...utilisateurQuery, staleTime: 0 }).catch(() => undefined)
  if (user && peut(user.role, membresEndpoints.list.access)) await refetchShown(client)
  else await client.invalidateQueries({ refetchType: 'none' })
}

interface Saved {
  name: string
  email: string
  role: Role
  password: string
  password_confirmation: string
  a_changer: boolean
}

export function useCreateMembre() {
  return useChange(
    ({ idempotencyKey, ...body }: Saved & { idempotencyKey: string }) =>
      callApi(membresEndpoints.create, { body, idempotencyKey }),
    { after: membresChanged },
  )
}

export function useUpdateMembre() {
  return useChange(
    ({ id, ...body }: Saved & { id: number; version: number }) =>
      callApi(membresEndpoints.update, { params: { id }, body: { ...body, id } }),
    { after: roleChanged },
  )
}

export function useDeleteMembre() {
  return useChange((id: number) => callApi(membresEndpoints.remove, { params: { id } }), {
    after: membresChanged,
  })
}

export function useRemoveCode() {
  return useChange(({ id, mot_de_passe }: { id: number; mot_de_passe: string }) =>
    callApi(membresEndpoints.removeCode, { params: { id }, body: { mot_de_passe } }),
  )
}

export function useActivateMembre() {
  return useChange(
    ({ id, role }: Pick<Membre, 'id' | 'role'>) =>
      callApi(membresEndpoints.activate, { params: { id }, body: { role } }),
    { after: roleChanged },
  )
}

export function useDisableMembre() {
  return useChange((id: number) => callApi(membresEndpoints.disable, { params: { id } }), {
    after: membresChanged,
  })
}
