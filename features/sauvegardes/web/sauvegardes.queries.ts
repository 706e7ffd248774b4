import { queryOptions } from '@tanstack/react-query'
import { sauvegardesEndpoints, santeEndpoints } from '#features/sauvegardes/sauvegardes.contract.ts'
import { BASE } from '#shared/endpoint.ts'
import { callApi, callRecord } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

/** Milliseconds between two reads while a backup or a check runs. */
const EVERY = 1_000

const SAUVEGARDES_VIDES = {
  data: [{ fichier: '', taille: 0, faite_le: '', origine: 'manuelle', verifiee: false }],
  en_cours: null,
  echec: null,
  en_retard: false,
} as const

const readSauvegardes = (signal: AbortSignal) =>
  callRecord(sauvegardesEndpoints.list, { signal }, SAUVEGARDES_VIDES)
export type SauvegardesLues = Awaited<ReturnType<typeof readSauvegardes>>
export type SauvegardeLue = SauvegardesLues['data'][number]

export const sauvegardesQuery = queryOptions({
  queryKey: ['sauvegardes'],
  queryFn: ({ signal }) => readSauvegardes(signal),
  refetchInterval: ({ state }) => (state.data?.en_cours ? EVERY : false),
})

export function useCreateSauvegarde() {
  return useChange((idempotencyKey: string) => callApi(sauvegardesEndpoints.create, { idempotencyKey }), {
    evenRefused: true,
  })
}

/** Checks the password, then lets the browser download the file to the disk: it may be too large for memory. */
export async function download(id: number, password: string): Promise<void> {
  const { jeton } = await callApi(sauvegardesEndpoints.autoriser, { params: { id }, body: { password } })
  const link = document.createElement('a')
  link.href = `${BASE}${sauvegardesEndpoints.fichier.path.replace('{id}', String(id))}?jeton=${encodeURIComponent(jeton)}`
  link.download = ''
  link.click()
}

const SANTE_VIDE = {
  version: '',
  base: { moteur: '', taille: 0, integree: false },
  fichiers: { nombre: 0, taille: 0 },
  disque: null,
  demarre_le: '',
  verification: null,
  echec: null,
  en_cours: false,
} as const

const readSante = (signal: AbortSignal) => callRecord(santeEndpoints.read, { signal }, SANTE_VIDE)
export type SanteLue = Awaited<ReturnType<typeof readSante>>

export const santeQuery = queryOptions({
  queryKey: ['sante'],
  queryFn: ({ signal }) => readSante(signal),
  refetchInterval: ({ state }) => (state.data?.en_cours ? EVERY : false),
})

export function useCheckRegles() {
  return useChange((idempotencyKey: string) => callApi(santeEndpoints.verifier, { idempotencyKey }), {
    evenRefused: true,
  })
}
