import { DocumentsDuDossier } from '#features/documents/web/DocumentsDuDossier.tsx'
import { DossierPage } from '#features/dossiers/web/DossierPage.tsx'

/** A dossier with its papers: dossiers know nothing of documents. */
export function DossierScreen() {
  return <DossierPage Documents={DocumentsDuDossier} />
}
