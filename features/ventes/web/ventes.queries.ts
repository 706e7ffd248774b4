import { queryOptions } from '@tanstack/react-query'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { BIENS_DU_CLIENT_VIDES } from '#features/ventes/web/ventes.blanks.ts'
import { callRecord } from '#web/kit/call/api.ts'

export const biensDuClientQuery = (client: number) =>
  queryOptions({
    queryKey: ['clients', client, 'assets'],
    queryFn: ({ signal }) =>
      callRecord(clientsEndpoints.assets, { params: { id: client }, signal }, BIENS_DU_CLIENT_VIDES),
  })

/** `option_id` names the option of a buyer who was no client when it was taken. */
export interface VenteSaisie {
  client_id: number | string
  option_id?: number | undefined
}
