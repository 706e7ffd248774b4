import { queryOptions } from '@tanstack/react-query'
import { type clotureDuJour, cloturesEndpoints } from '#features/rapports/clotures.contract.ts'
import { registresEndpoints } from '#features/rapports/registres.contract.ts'
import type { Jour } from '#shared/dates.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { saveFile } from '#web/kit/file/files.ts'

export type ClotureLue = Wire<typeof clotureDuJour>
export type ClotureFaite = Omit<ClotureLue, 'depuis'> & { message: string }

/** Reads the sums of a member's till of a day, the very figures of the Journal de caisse. */
export const attenduQuery = (jour: Jour, membre: number) =>
  queryOptions({
    queryKey: ['journal-caisse', 'attendu', jour, membre],
    queryFn: async ({ signal }) =>
      (await callApi(registresEndpoints.listCaisse, { query: { jour, membre, per_page: 1 }, signal })).totals,
  })

type Saisie = Wire<(typeof cloturesEndpoints)['create']['body']>

/** A refusal also reads the till again: something may have come to it while the cash was counted. */
export const useCloturer = () =>
  useChange(
    ({ idempotencyKey, ...body }: Saisie & { idempotencyKey: string }) =>
      callApi(cloturesEndpoints.create, { body, idempotencyKey }),
    { evenRefused: true },
  )

export const printCloture = (
  work: WorkState,
  { id, numero }: Pick<ClotureLue, 'id' | 'numero'>,
): Promise<boolean> =>
  work.run(
    'Préparation de la clôture…',
    (signal) =>
      saveFile(() => callFile(cloturesEndpoints.pdf, { params: { id }, signal }), `cloture_${numero}.pdf`),
    'Erreur lors de la préparation du document.',
  )
