import type { DossierLu, RemboursementLu } from '#features/ventes/web/dossiers.queries.ts'

/** A dialog of the page of a dossier takes these props. */
export interface DialogDuDossierProps {
  dossier: DossierLu
  onClose: () => void
  /** `nouveau` is a refund just recorded: its receipt is offered. */
  onSaved: (message: string, nouveau?: RemboursementLu) => void
}
