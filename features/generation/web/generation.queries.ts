import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { retraitQuery } from '#features/actes/web/retrait.queries.ts'
import type { apercu, compte } from '#features/generation/apercu.contract.ts'
import { genererInput, generationEndpoints } from '#features/generation/generation.contract.ts'
import type { Demande } from '#features/generation/web/saisie.ts'
import type { Wire } from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/issues.ts'
import { ApiError, callApi, callList } from '#web/kit/call/api.ts'
import type { RowOf } from '#web/kit/call/answerShapes.ts'
import { useChange } from '#web/kit/call/useChange.ts'

export type ApercuLu = Wire<typeof apercu>
export type CompteLu = Wire<typeof compte>

/** One generation of a residence, on the screen; amounts are decimal dinars. */
export type GenerationLue = RowOf<(typeof generationEndpoints)['list']['response']>

const GENERATION_VIDE = {
  le: '',
  membre: '',
  blocs: 0,
  etages: 0,
  appartements: 0,
  locaux: 0,
  places: 0,
  valeur: 0,
  peut_defaire: false,
  defait_le: null,
} as const

export const generationsQueries = {
  list: (residence: number) =>
    queryOptions({
      queryKey: ['generations', 'residence', residence],
      queryFn: ({ signal }) =>
        callList(generationEndpoints.list, { params: { id: residence }, signal }, { blank: GENERATION_VIDE }),
    }),
  retrait: (id: number) =>
    retraitQuery(['generations', id], async (signal) => {
      const { data } = await callApi(generationEndpoints.defaire, {
        params: { id },
        body: { essai: true },
        signal,
      })
      return 'peut' in data ? data : null
    }),
}

/** Takes a generation back; a refusal reads again too, because something has served. */
export const useDefaireGeneration = () =>
  useChange((id: number) => callApi(generationEndpoints.defaire, { params: { id }, body: {} }), {
    evenRefused: true,
  })

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

const LEFT = new Set<unknown>(['generation', 'generations'])

/**
 * A refusal reads the preview again, because it shows the new collisions. A creation does not: the screen is left for the plan, and meanwhile
 * its own lots would stand there as collisions.
 */
export async function readAgain(client: QueryClient, refused: boolean): Promise<void> {
  await client.invalidateQueries({ refetchType: 'none' })
  await client.refetchQueries({
    type: 'active',
    predicate: ({ queryKey: [noun] }) => refused || !LEFT.has(noun),
  })
}

export const useGenerate = () =>
  useChange(
    ({ residence, demande, idempotencyKey }: Generation) =>
      callApi(generationEndpoints.generer, { params: { id: residence }, body: demande, idempotencyKey }),
    { evenRefused: true, after: readAgain },
  )
