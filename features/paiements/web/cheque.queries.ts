import { chequeEndpoints } from '#features/paiements/cheque.contract.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

/** What each step of a cheque gives: the payment as it is now, and what is said of it. */
export type ChequeChange = PaiementLu & { message: string }

type Rejet = Wire<(typeof chequeEndpoints)['rejeter']['body']>
type Representation = Wire<(typeof chequeEndpoints)['representer']['body']>

export function useRejeterCheque() {
  return useChange(({ id, idempotencyKey, ...body }: Rejet & Keyed) =>
    callApi(chequeEndpoints.rejeter, { params: { id }, body, idempotencyKey }),
  )
}

export function useRepresenterCheque() {
  return useChange(({ id, idempotencyKey, ...body }: Representation & Keyed) =>
    callApi(chequeEndpoints.representer, { params: { id }, body, idempotencyKey }),
  )
}

/** Refused, everything is read again too: the step that was to be undone is not the last one any more. */
export function useAnnulerEtape() {
  return useChange(
    ({ id, version, idempotencyKey }: { version: number } & Keyed) =>
      callApi(chequeEndpoints.annulerEtape, { params: { id }, body: { version }, idempotencyKey }),
    { evenRefused: true },
  )
}

interface Keyed {
  id: number
  idempotencyKey: string
}
