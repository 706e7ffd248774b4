import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'
import { HistoriqueDialog } from '#features/journal/web/HistoriqueDialog.tsx'

/** All that was done to a sale and to its payments. */
export function JournalDuDossier({ dossier, onClose }: DialogDuDossierProps) {
  const { id, dossier: numero } = dossier
  return <HistoriqueDialog suivi={{ objet: 'vente', id }} nom={`Dossier ${numero}`} onClose={onClose} />
}
