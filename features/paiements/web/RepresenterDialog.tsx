import { representationInput } from '#features/paiements/cheque.contract.ts'
import { useRepresenterCheque, type ChequeChange } from '#features/paiements/web/cheque.queries.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { aujourdhui } from '#shared/dates.ts'
import { DateField } from '#web/kit/DateField.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'

interface RepresenterDialogProps {
  /** The rejected cheque. */
  paiement: PaiementLu
  onClose: () => void
  /** Once it is presented again: the new payment, with the server's sentence. The dialog closes by itself. */
  onDone: (nouveau: ChequeChange) => void
}

/** A rejected cheque is presented once more: a new payment, with a receipt of its own. */
export function RepresenterDialog({ paiement, onClose, onDone }: RepresenterDialogProps) {
  const form = useContractForm(representationInput, { date_paiement: aujourdhui() })
  const representer = useRepresenterCheque()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title="Représenter le chèque"
      form={form}
      onSubmit={async (saisie) => {
        onDone(await representer.mutateAsync({ id: paiement.id, ...saisie, idempotencyKey }))
      }}
      onClose={onClose}
      submitLabel="Représenter"
      busyLabel="Traitement..."
      fallback="Erreur lors de l'enregistrement."
    >
      <p>Un nouveau reçu sera émis&nbsp;; celui-ci reste «&nbsp;rejeté&nbsp;».</p>
      <DateField
        label="Date"
        withAsterisk
        data-autofocus
        openOnFocus={false}
        {...form.getInputProps('date_paiement')}
      />
    </FormDialog>
  )
}
