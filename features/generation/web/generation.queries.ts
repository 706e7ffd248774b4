import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { apercu, compte } from '#features/generation/apercu.contract.ts'
import { genererInput, generationEndpoints } from '#features/generation/generation.contract.ts'
import type { Demande } from '#features/generation/web/saisie.ts'
import type { Wire } from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/issues.ts'
import { ApiError, callApi } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

export type ApercuLu = Wire<typeof apercu>
export type CompteLu = Wire<typeof compte>

/** A preview holds thousands of lots, so an unused one is dropped early. */
const GARDE_MS = 5_000

/** Preview of a generation; the former one stays shown until the next has come. */
export const apercuQuery = (residence: number, demande: Demande | null) =>
  queryOptions({
    queryKey: ['generation', residence, demande],
    queryFn: async ({ signal }) => {
      refuseIncomplete(demande)
      const { data } = await callApi(generationEndpoints.generer, {
        params: { id: residence },
        body: { ...demande, essai: true },
        signal,
      })
      return data as ApercuLu
    },
    enabled: demande !== null,
    placeholderData: keepPreviousData,
    gcTime: GARDE_MS,
    refetchOnWindowFocus: 'always',
  })

/** Refuses in the browser what the contract refuses, with the server's sentences. */
function refuseIncomplete(demande: Demande | null): void {
  const { error } = genererInput.safeParse({ ...demande, essai: true })
  if (!error) return
  const errors = fieldsOf(error.issues)
  throw new ApiError(422, { message: Object.values(errors)[0]?.[0], errors })
}

interface Generation {
  residence: number
  demande: Demande
  idempotencyKey: string
}

/** A refusal reads the preview again too, because the preview shows the new collisions. */
export const useGenerate = () =>
  useChange(
    ({ residence, demande, idempotencyKey }: Generation) =>
      callApi(generationEndpoints.generer, { params: { id: residence }, body: demande, idempotencyKey }),
    { evenRefused: true },
  )
