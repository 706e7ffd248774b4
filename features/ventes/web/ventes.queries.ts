import { queryOptions } from '@tanstack/react-query'
import { clientsEndpoints } from '#features/clients/clients.contract.ts'
import { BIENS_DU_CLIENT_VIDES } from '#features/ventes/web/ventes.blanks.ts'
import { callRecord } from '#web/kit/api.ts'

/** What a client owns, what each bien cost him, what is paid and what remains. */
export const biensDuClientQuery = (client: number) =>
  queryOptions({
    queryKey: ['clients', client, 'assets'],
    queryFn: ({ signal }) =>
      callRecord(clientsEndpoints.assets, { params: { id: client }, signal }, BIENS_DU_CLIENT_VIDES),
  })

/** To whom a bien is sold and, if he holds it without being a client yet, under which option. */
export interface VenteSaisie {
  client_id: number | string
  option_id?: number | undefined
}
