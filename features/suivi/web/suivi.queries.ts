import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { suiviEndpoints } from '#features/suivi/suivi.contract.ts'
import { callApi, prepareSession } from '#web/kit/call.ts'
import { callFile } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'
import { readStorage, writeStorage } from '#web/kit/storage.ts'

/** What he buys, while his link is open in this browser. */
export const suiviQuery = (jeton: string) =>
  queryOptions({
    queryKey: ['suivi', jeton],
    queryFn: ({ signal }) => callApi(suiviEndpoints.lire, { signal }),
    gcTime: 0,
  })

const OUVERT = 'diyar-suivi'
/** Was this link opened in this tab? It may have been closed since: the server knows. */
export const wasOpened = (jeton: string): boolean => readStorage(OUVERT, 'sessionStorage') === jeton

/** Opens the link with the last digits of the phone. */
export async function ouvrir(jeton: string, chiffres: string): Promise<void> {
  await prepareSession()
  await callApi(suiviEndpoints.ouvrir, { body: { jeton, chiffres } })
  writeStorage(OUVERT, jeton, 'sessionStorage')
}

/** Closes the page here; what was shown is forgotten. */
export function useFermer(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    writeStorage(OUVERT, null, 'sessionStorage')
    await callApi(suiviEndpoints.fermer, {}).catch(() => undefined)
    client.removeQueries({ queryKey: ['suivi'] })
  }
}

export const fetchRecu = (recu: string) => callFile(suiviEndpoints.recu, { params: { recu } })

export const useCreerLien = () =>
  useChange((id: number) => callApi(suiviEndpoints.creerLien, { params: { id } }))
export const useRevoquerLien = () =>
  useChange((id: number) => callApi(suiviEndpoints.revoquerLien, { params: { id } }))
