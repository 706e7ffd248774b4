import { ETATS_CHEQUE, etatPrecedent } from '#features/paiements/modes.ts'
import { useAnnulerEtape, type ChequeChange } from '#features/paiements/web/cheque.queries.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'

interface AnnulerEtapeDialogProps {
  /** The cheque, which has come at least to the bank. */
  paiement: PaiementLu
  onClose: () => void
  /** Once it is done: the payment as it is now, with the server's sentence. The dialog closes by itself. */
  onDone: (saved: ChequeChange) => void
}

/** Takes back the last step of a cheque: a wrong click can be undone. */
export function AnnulerEtapeDialog({ paiement, onClose, onDone }: AnnulerEtapeDialogProps) {
  const annuler = useAnnulerEtape()
  const idempotencyKey = useIdempotencyKey()
  const { id, version, recu } = paiement
  return (
    <ConfirmDialog
      request={{
        title: 'Annuler la dernière étape',
        body: (
          <p>
            Le chèque du reçu N° {recu} redeviendra «&nbsp;
            {ETATS_CHEQUE[etatPrecedent(paiement) ?? 'recu']}&nbsp;».
          </p>
        ),
        confirmLabel: 'Confirmer',
        busyLabel: 'Traitement...',
        action: async () => onDone(await annuler.mutateAsync({ id, version, idempotencyKey })),
        fallback: "Erreur lors de l'enregistrement.",
        danger: false,
      }}
      onClose={onClose}
    />
  )
}
