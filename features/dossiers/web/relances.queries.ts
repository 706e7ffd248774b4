import { relancesEndpoints } from '#features/dossiers/relances.contract.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile } from '#web/kit/api.ts'
import { saveFile } from '#web/kit/files.ts'
import { useChange } from '#web/kit/useChange.ts'
import type { WorkState } from '#web/kit/useWork.ts'

type Relances = Wire<(typeof relancesEndpoints)['create']['body']>

/** Notes relances that were made; gives what to tell: the server's sentence, and who was reminded today already. */
export function useNoterRelances() {
  return useChange(async ({ idempotencyKey, ...body }: Relances & { idempotencyKey: string }) => {
    const { message, remarques } = await callApi(relancesEndpoints.create, { body, idempotencyKey })
    return [message, ...(remarques ?? [])].join(' ')
  })
}

/** Saves the letters of these dossiers as one file. Were they made? */
export const saveLettres = (work: WorkState, ids: readonly number[]): Promise<boolean> =>
  work.run(
    ids.length === 1 ? 'Préparation de la lettre…' : 'Préparation des lettres…',
    (signal) =>
      saveFile(
        () => callFile(relancesEndpoints.lettres, { query: { ventes: ids.join(',') }, signal }),
        'relances.pdf',
      ),
    'Erreur lors de la préparation du document.',
  )
