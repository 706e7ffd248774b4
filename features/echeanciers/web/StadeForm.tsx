import { Textarea } from '@mantine/core'
import { atteintInput } from '#features/echeanciers/stades.contract.ts'
import { useRecordStade, type StadeDuBlocLu } from '#features/echeanciers/web/stades.queries.ts'
import { aujourdhui } from '#shared/dates.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { useContractForm } from '#web/kit/form/form.ts'

interface StadeFormProps {
  bloc: number
  stade: StadeDuBlocLu
  onClose: () => void
  onSaved: (message: string) => void
}

/** Dialog that records the day on which a bloc reached a stade, or corrects it. */
export function StadeForm({ bloc, stade, onClose, onSaved }: StadeFormProps) {
  const form = useContractForm(atteintInput, {
    atteint_le: stade.atteint_le ?? aujourdhui(),
    note: stade.note ?? '',
  })
  const record = useRecordStade()
  return (
    <FormDialog
      title={`${stade.atteint_le === null ? 'Enregistrer' : 'Corriger'} le stade « ${stade.nom} »`}
      form={form}
      onSubmit={async (values) => {
        const { message } = await record.mutateAsync({ ...values, bloc, stade: stade.stade_id })
        onSaved(message)
      }}
      onClose={onClose}
      submitLabel={stade.atteint_le === null ? 'Enregistrer ce stade' : 'Corriger'}
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'enregistrement du stade."
    >
      <DateField
        label="Atteint le"
        withAsterisk
        required
        openOnFocus={false}
        {...form.getInputProps('atteint_le')}
      />
      <Textarea label="Note" autosize minRows={2} maxLength={2000} {...form.getInputProps('note')} />
    </FormDialog>
  )
}
