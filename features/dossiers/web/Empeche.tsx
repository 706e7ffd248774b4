import { dossiersErreurs } from '#features/dossiers/dossiers.erreurs.ts'
import type { DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { Banner } from '#web/kit/Banner.tsx'

/** What is delivered neither comes back nor changes hands. */
export const isLivre = ({ livraison_le }: Pick<DossierLu, 'livraison_le'>): boolean => livraison_le !== null

/** The refusal that would come, before anything is filled in. */
export function EmpecheParLivraison({ dossier }: { dossier: DossierLu }) {
  if (!isLivre(dossier)) return null
  return <Banner kind="error">{dossiersErreurs.venteLivree.message}</Banner>
}
