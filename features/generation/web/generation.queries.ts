import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { apercu, compte } from '#features/generation/apercu.contract.ts'
import { genererInput, generationEndpoints } from '#features/generation/generation.contract.ts'
import type { Demande } from '#features/generation/web/saisie.ts'
import type { Wire } from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/issues.ts'
import { ApiError, callApi } from '#web/kit/api.ts'
import { useChange } from '#web/kit/useChange.ts'

/** As the API gives them: amounts and areas are decimal numbers. */
export type ApercuLu = Wire<typeof apercu>
export type CompteLu = Wire<typeof compte>

/** Thousands of lots are in a preview: those of what was typed before are not kept for long. */
const GARDE_MS = 5_000

/** What would be created. The one before it stays in sight until the next has come. */
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

/** What the schema of the call refuses is told as the server would, without asking it. */
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

/** Also read again when it is refused: what stands in the way now is told by the preview. */
export const useGenerer = () =>
  useChange(
    ({ residence, demande, idempotencyKey }: Generation) =>
      callApi(generationEndpoints.generer, { params: { id: residence }, body: demande, idempotencyKey }),
    { evenRefused: true },
  )
