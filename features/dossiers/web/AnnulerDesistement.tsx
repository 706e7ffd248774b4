import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'
import { useRouvrir } from '#features/dossiers/web/fins.queries.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { Montant } from '#web/kit/Montant.tsx'

/** Asks before a sale is open again. */
export function AnnulerDesistement({ dossier, onClose, onSaved }: DialogDuDossierProps) {
  const rouvrir = useRouvrir()
  const { id, bien, client, montant } = dossier
  return (
    <ConfirmDialog
      request={{
        title: 'Annuler le désistement',
        body: (
          <p>
            Rouvrir la vente de <span data-nom>{bien.designation}</span> à{' '}
            <span data-nom>{client.nomComplet}</span>, au prix de <Montant decimal={montant} /> ?
          </p>
        ),
        confirmLabel: 'Rouvrir la vente',
        busyLabel: 'Traitement...',
        fallback: "Erreur lors de l'annulation du désistement.",
        danger: false,
        action: async () => onSaved((await rouvrir.mutateAsync(id)).message),
      }}
      onClose={onClose}
    />
  )
}
