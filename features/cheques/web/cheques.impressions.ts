import { chequesEndpoints, type Remise } from '#features/cheques/cheques.contract.ts'
import { callFile } from '#web/kit/api.ts'
import { saveFile } from '#web/kit/files.ts'
import type { WorkState } from '#web/kit/useWork.ts'

/** Saves the bordereau of a remise under its own name. */
export function printBordereau(
  work: WorkState,
  { id, numero }: Pick<Remise, 'id' | 'numero'>,
): Promise<boolean> {
  return work.run(
    'Préparation du bordereau…',
    (signal) =>
      saveFile(
        () => callFile(chequesEndpoints.bordereau, { params: { id }, signal }),
        `remise_${numero}.pdf`,
      ),
    'Erreur lors de la préparation du bordereau.',
  )
}
