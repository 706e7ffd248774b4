import { Relancer } from '#features/dossiers/web/Relancer.tsx'
import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'

/** « Relancer » of the screen of a dossier. */
export const RelancerDossier = ({ dossier, ...props }: DialogDuDossierProps) => (
  <Relancer venteId={dossier.id} client={dossier.client.nomComplet} {...props} />
)
