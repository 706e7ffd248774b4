import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { suiviEndpoints } from '#features/suivi/suivi.contract.ts'
import { callApi, prepareSession, callFile } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import { readStorage, writeStorage } from '#web/kit/frame/storage.ts'

/** Query of the buyer's page. @param lien id of the link, so that another link open in this browser does not answer */
export const suiviQuery = (jeton: string, lien: number | null) =>
  queryOptions({
    queryKey: ['suivi', jeton, lien],
    queryFn: ({ signal }) => callApi(suiviEndpoints.lire, { query: { lien: lien ?? 0 }, signal }),
    gcTime: 0,
  })

const OUVERT = 'diyar-suivi'
/** Id of the link opened in this tab, if it has this token. The server may have closed it since. */
export function openedLien(jeton: string): number | null {
  const [ouvert, lien] = (readStorage(OUVERT, 'sessionStorage') ?? '').split(' ')
  return ouvert === jeton && lien !== undefined ? Number(lien) : null
}

export async function openSuivi(jeton: string, chiffres: string): Promise<number> {
  await prepareSession()
  const { lien } = await callApi(suiviEndpoints.ouvrir, { body: { jeton, chiffres } })
  writeStorage(OUVERT, `${jeton} ${lien}`, 'sessionStorage')
  return lien
}

export function useFermer(): (lien: number) => Promise<void> {
  const client = useQueryClient()
  return async (lien) => {
    writeStorage(OUVERT, null, 'sessionStorage')
    await callApi(suiviEndpoints.fermer, { query: { lien } }).catch(() => undefined)
    client.removeQueries({ queryKey: ['suivi'] })
  }
}

export const fetchRecu = (recu: string, lien: number) =>
  callFile(suiviEndpoints.recu, { params: { recu }, query: { lien } })

export const useCreerLien = () =>
  useChange((id: number) => callApi(suiviEndpoints.creerLien, { params: { id } }))
export const useRevoquerLien = () =>
  useChange((id: number) => callApi(suiviEndpoints.revoquerLien, { params: { id } }))
