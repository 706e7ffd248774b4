import { queryOptions } from '@tanstack/react-query'
import { sauvegardesEndpoints } from '#features/sauvegardes/sauvegardes.contract.ts'
import { BASE } from '#shared/endpoint.ts'
import { callApi, callRecord } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

/** How often one asks how far a backup is, in ms. */
const EVERY = 1_000

const VIDE = {
  data: [{ fichier: '', taille: 0, faite_le: '', origine: 'manuelle', verifiee: false }],
  en_cours: null,
  echec: null,
  en_retard: false,
} as const

const read = (signal: AbortSignal) => callRecord(sauvegardesEndpoints.list, { signal }, VIDE)
export type SauvegardesLues = Awaited<ReturnType<typeof read>>
export type SauvegardeLue = SauvegardesLues['data'][number]

export const sauvegardesQuery = queryOptions({
  queryKey: ['sauvegardes'],
  queryFn: ({ signal }) => read(signal),
  refetchInterval: ({ state }) => (state.data?.en_cours ? EVERY : false),
})

export function useSauvegarder() {
  return useChange((idempotencyKey: string) => callApi(sauvegardesEndpoints.create, { idempotencyKey }), {
    evenRefused: true,
  })
}

/** Has the password looked at, then hands the file to the browser, which writes it to the disk as it comes: it may be large. */
export async function telecharger(id: number, password: string): Promise<void> {
  const { jeton } = await callApi(sauvegardesEndpoints.autoriser, { params: { id }, body: { password } })
  const link = document.createElement('a')
  link.href = `${BASE}${sauvegardesEndpoints.fichier.path.replace('{id}', String(id))}?jeton=${encodeURIComponent(jeton)}`
  link.download = ''
  link.click()
}
