import { acquereursEndpoints } from '#features/dossiers/acquereurs.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

type AcquereursSaisis = Wire<(typeof acquereursEndpoints)['save']['body']>

export function useSaveAcquereurs() {
  return useChange(({ id, ...body }: AcquereursSaisis & { id: number }) =>
    callApi(acquereursEndpoints.save, { params: { id }, body }),
  )
}
