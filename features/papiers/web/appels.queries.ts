import { queryOptions } from '@tanstack/react-query'
import { appelsEndpoints, type appels, type appelsInput } from '#features/papiers/appels.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { saveFile } from '#web/kit/file/files.ts'

const { list, etablir, pdf } = appelsEndpoints

/** The lines of a stade as the screens read them: amounts in decimal dinars. */
export type AppelsLus = Wire<typeof appels>
export type AppelLu = AppelsLus['data'][number]

/** A stade of a bloc, by their ids. */
export interface Lieu {
  bloc: number
  stade: number
}
const paramsOf = ({ bloc, stade }: Lieu) => ({ id: bloc, stadeId: stade })

export const appelsQuery = (lieu: Lieu) =>
  queryOptions({
    queryKey: ['appels', lieu.bloc, lieu.stade],
    queryFn: ({ signal }) => callApi(list, { params: paramsOf(lieu), signal }),
  })

type AppelsSaisis = Wire<typeof appelsInput>

/** A refusal also reads everything again: a payment may have arrived meanwhile. */
export function useEtablirAppels(lieu: Lieu) {
  return useChange(
    ({ idempotencyKey, ...body }: AppelsSaisis & { idempotencyKey: string }) =>
      callApi(etablir, { params: paramsOf(lieu), body, idempotencyKey }),
    { evenRefused: true },
  )
}

/** Saves these appels de fonds as one file; false when it failed. */
export const saveAppels = (work: WorkState, lieu: Lieu, documents: readonly number[]): Promise<boolean> =>
  work.run(
    documents.length === 1 ? "Préparation de l'appel de fonds…" : 'Préparation des appels de fonds…',
    (signal) =>
      saveFile(
        () =>
          callFile(pdf, {
            params: paramsOf(lieu),
            query: { documents: documents.join(','), tirage: '1' },
            signal,
          }),
        `appels_${lieu.bloc}_${lieu.stade}.pdf`,
      ),
    'Erreur lors de la préparation du document.',
  )
