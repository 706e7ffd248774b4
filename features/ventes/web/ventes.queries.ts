import { queryOptions } from '@tanstack/react-query'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import type { assignerInput } from '#features/ventes/ventes.contract.ts'
import { BIENS_DU_CLIENT_VIDES } from '#features/ventes/web/ventes.blanks.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callRecord } from '#web/kit/call/api.ts'

export const biensDuClientQuery = (client: number) =>
  queryOptions({
    queryKey: ['clients', client, 'assets'],
    queryFn: ({ signal }) =>
      callRecord(clientsEndpoints.assets, { params: { id: client }, signal }, BIENS_DU_CLIENT_VIDES),
  })

/** Body of an assign call; the terms of the sale beside its client are sent only when they say something new. */
export type VenteSaisie = Wire<typeof assignerInput>

/** Answer of an assign call, as far as the screens go on from it. */
export interface Vendu {
  message: string
  vente_id: number | null
  dossier: string | null
  client: { nomComplet: string } | null
}

/** A sale just made, for what is offered next. */
export interface VenteOuverte {
  id: number
  dossier: string
  client: string
  sansEcheancier: boolean
}

/** Reads the sale from an answer; null when it tells of none. */
export function toVenteOuverte(
  { vente_id, dossier, client }: Omit<Vendu, 'message'>,
  sansEcheancier: boolean,
): VenteOuverte | null {
  if (vente_id === null || dossier === null || client === null) return null
  return { id: vente_id, dossier, client: client.nomComplet, sansEcheancier }
}
