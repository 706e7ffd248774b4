import { queryOptions } from '@tanstack/react-query'
import type { Retrait } from '#features/actes/actes.schema.ts'
import { ApiError } from '#web/kit/call/api.ts'

/** Reads what taking an act back would do. No answer is used again: a fiche may serve meanwhile. */
export const retraitQuery = (
  key: readonly [string, number],
  essai: (signal: AbortSignal) => Promise<Retrait | null>,
) =>
  queryOptions({
    queryKey: [...key, 'retrait'],
    queryFn: async ({ signal }) => {
      const retrait = await essai(signal)
      if (retrait === null) throw new ApiError(200, {})
      return retrait
    },
    gcTime: 0,
  })
