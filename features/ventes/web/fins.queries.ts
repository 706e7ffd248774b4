import {
  desistementEndpoints,
  remboursementsEndpoints,
  transfertsEndpoints,
} from '#features/ventes/fins.contract.ts'
import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import type { Wire } from '#shared/endpoint.ts'
import { callApi, callFile } from '#web/kit/call/api.ts'
import { saveFile } from '#web/kit/file/files.ts'
import { useChange } from '#web/kit/call/useChange.ts'
import type { WorkState } from '#web/kit/feedback/WorkBar.tsx'
import { enLangue, fichierDuPapier, type Langue } from '#shared/papiers.ts'

interface Keyed {
  id: number
  idempotencyKey: string
}

const { desister, updateDesistement, rouvrir } = desistementEndpoints
type DesistementSaisi = Wire<typeof desister.body>

export function useDesister() {
  return useChange(({ id, idempotencyKey, ...body }: DesistementSaisi & Keyed) =>
    callApi(desister, { params: { id }, body, idempotencyKey }),
  )
}

export function useUpdateDesistement() {
  return useChange(({ id, ...body }: DesistementSaisi & { id: number }) =>
    callApi(updateDesistement, { params: { id }, body }),
  )
}

/** A refusal also reads everything again: the bien may be sold, or a refund recorded meanwhile. */
export function useRouvrir() {
  return useChange((id: number) => callApi(rouvrir, { params: { id } }), { evenRefused: true })
}

export type RemboursementLu = DossierLu['remboursements'][number]
type RemboursementSaisi = Wire<(typeof remboursementsEndpoints)['create']['body']>

export function useCreateRemboursement() {
  return useChange(({ id, idempotencyKey, ...body }: RemboursementSaisi & Keyed) =>
    callApi(remboursementsEndpoints.create, { params: { id }, body, idempotencyKey }),
  )
}

export function useDeleteRemboursement() {
  return useChange((id: number) => callApi(remboursementsEndpoints.remove, { params: { id } }))
}

const { transferer, ceder } = transfertsEndpoints

export function useTransferer() {
  return useChange(({ id, idempotencyKey, ...body }: Wire<typeof transferer.body> & Keyed) =>
    callApi(transferer, { params: { id }, body, idempotencyKey }),
  )
}

export function useCeder() {
  return useChange(({ id, idempotencyKey, ...body }: Wire<typeof ceder.body> & Keyed) =>
    callApi(ceder, { params: { id }, body, idempotencyKey }),
  )
}

export const printDemande = (
  work: WorkState,
  { id, dossier }: Pick<DossierLu, 'id' | 'dossier'>,
  langue: Langue = 'fr',
): Promise<boolean> =>
  work.run(
    'Préparation de la demande…',
    (signal) =>
      saveFile(
        () => callFile(desistementEndpoints.demande, { params: { id }, query: enLangue(langue), signal }),
        fichierDuPapier(`desistement_${dossier}`, langue),
      ),
    'Erreur lors de la génération de la demande de désistement.',
  )

export const printRemboursement = (
  work: WorkState,
  { id, numero }: Pick<RemboursementLu, 'id' | 'numero'>,
  langue: Langue = 'fr',
): Promise<boolean> =>
  work.run(
    'Préparation du reçu…',
    (signal) =>
      saveFile(
        () =>
          callFile(remboursementsEndpoints.recu, {
            params: { id },
            query: { ...enLangue(langue), tirage: '1' },
            signal,
          }),
        fichierDuPapier(`remboursement_${numero}`, langue),
      ),
    'Erreur lors de la génération du reçu de remboursement.',
  )
