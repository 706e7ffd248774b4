import { echeancierEndpoints } from '#features/dossiers/echeancier.contract.ts'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { callFile } from '#web/kit/api.ts'
import { saveFile } from '#web/kit/files.ts'
import type { WorkState } from '#web/kit/useWork.ts'

/** Saves the échéancier of a dossier under its own name. */
export function printEcheancier(
  work: WorkState,
  { id, dossier }: Pick<DossierLu, 'id' | 'dossier'>,
): Promise<boolean> {
  return work.run(
    "Préparation de l'échéancier…",
    (signal) =>
      saveFile(
        () => callFile(echeancierEndpoints.print, { params: { id }, signal }),
        `echeancier_${dossier}.pdf`,
      ),
    "Erreur lors de la préparation de l'échéancier.",
  )
}
