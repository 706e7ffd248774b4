import { rejetInput } from '#features/paiements/cheque.contract.ts'
import { useRejeterCheque, type ChequeChange } from '#features/paiements/web/cheque.queries.ts'
import { readPaiementLu, type PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { DateField } from '#web/kit/DateField.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { withPrintHint } from '#web/kit/hints.ts'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { SuggestField } from '#web/kit/SuggestField.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { useRecord } from '#web/kit/useRecord.ts'

const MOTIFS = ['Provision insuffisante', 'Signature non conforme', 'Compte clôturé', 'Opposition']

interface RejeterDialogProps {
  /** The cheque, which is not rejected. */
  paiement: PaiementLu
  onClose: () => void
  /** Once it is rejected: as it is now, with the server's sentence. The dialog closes by itself. */
  onDone: (saved: ChequeChange) => void
}

/** The bank has given a cheque back unpaid: from then on it does not count. */
export function RejeterDialog({ paiement, onClose, onDone }: RejeterDialogProps) {
  const form = useContractForm<{ rejete_le: string; motif: string; frais_rejet: number | string }>(
    rejetInput,
    { rejete_le: aujourdhui(), motif: '', frais_rejet: 0 },
  )
  const { record, onReload } = useRecord(paiement, form, {
    read: readPaiementLu,
    toSaisie: () => form.getInitialValues(),
  })
  const cheque = record ?? paiement
  const rejeter = useRejeterCheque()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title="Rejeter le chèque"
      form={form}
      onSubmit={async (saisie) => {
        const { id, version } = cheque
        onDone(await rejeter.mutateAsync({ id, version, ...saisie, idempotencyKey }))
      }}
      onClose={onClose}
      {...(onReload && { onReload })}
      submitLabel="Rejeter"
      busyLabel="Traitement..."
      fallback="Erreur lors de l'enregistrement."
    >
      <p>
        La dette de <span data-nom>{cheque.client.nomComplet}</span> augmentera de{' '}
        {formatMontant(fromDecimal(cheque.versement))}. Le reçu N° {cheque.recu} reste numéroté, marqué
        «&nbsp;rejeté&nbsp;».
      </p>
      <DateField label="Date du rejet" withAsterisk {...form.getInputProps('rejete_le')} />
      <SuggestField
        label="Motif"
        withAsterisk
        required
        data={MOTIFS}
        maxLength={255}
        data-autofocus
        // It would stand over the rest as soon as the dialog is there.
        openOnFocus={false}
        {...withPrintHint(form.getInputProps('motif'))}
      />
      <MoneyField label="Frais bancaires" step={0.01} {...form.getInputProps('frais_rejet')} />
    </FormDialog>
  )
}
