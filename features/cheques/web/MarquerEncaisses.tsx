import { encaissementInput } from '#features/cheques/cheques.contract.ts'
import { useEncaisser, type ChequeLu } from '#features/cheques/web/cheques.queries.ts'
import { ChequesChoisis } from '#features/cheques/web/ChequesChoisis.tsx'
import { aujourdhui } from '#shared/dates.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface MarquerEncaissesProps {
  cheques: readonly ChequeLu[]
  onClose: () => void
  onRemove?: (id: number) => void
  onDone: (message: string, ids: readonly number[]) => void
}

/** The form that marks cheques as cleared. No total changes: a cheque counts from its receipt on. */
export function MarquerEncaisses({ cheques, onClose, onRemove, onDone }: MarquerEncaissesProps) {
  const form = useContractForm<{ ids: number[]; encaisse_le: string }>(encaissementInput, {
    ids: cheques.map(({ id }) => id),
    encaisse_le: aujourdhui(),
  })
  const encaisser = useEncaisser()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title="Marquer encaissés"
      form={form}
      onSubmit={async (values) => {
        const { message, data } = await encaisser.mutateAsync({ ...values, idempotencyKey })
        onDone(
          message,
          data.map(({ id }) => id),
        )
      }}
      onClose={onClose}
      submitLabel="Confirmer"
      busyLabel="Traitement..."
      fallback="Erreur lors de l'enregistrement."
    >
      <DateField
        label="Date d'encaissement"
        withAsterisk
        data-autofocus
        openOnFocus={false}
        {...form.getInputProps('encaisse_le')}
      />
      <ChequesChoisis form={form} cheques={cheques} onRemove={onRemove} />
    </FormDialog>
  )
}
