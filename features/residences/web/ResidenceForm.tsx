import { TextInput } from '@mantine/core'
import { residenceInput, type Residence } from '#features/residences/residences.contract.ts'
import {
  residencesQueries,
  useCreateResidence,
  useUpdateResidence,
} from '#features/residences/web/residences.queries.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { PdfField, usePlan } from '#web/kit/PdfField.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { useRecord } from '#web/kit/useRecord.ts'
import { withPrintHint } from '#web/kit/hints.ts'

interface ResidenceFormProps {
  /** The residence to change; none to add one. */
  residence?: Residence
  onClose: () => void
  onSaved: (message: string) => void
  /** The one that was added. */
  onAdded?: (added: Residence) => void
}

const toSaisie = (residence?: Residence) => ({
  nom: residence?.nom ?? '',
  adresse: residence?.adresse ?? '',
})

/** Ajouter une résidence, Modifier la résidence (D2 §2.1, §5). */
export function ResidenceForm({ residence: listed, onClose, onSaved, onAdded }: ResidenceFormProps) {
  const form = useContractForm(residenceInput, toSaisie(listed))
  const { record: residence, onReload } = useRecord(listed, form, {
    read: (id, client) => client.fetchQuery(residencesQueries.read(id)),
    toSaisie,
  })
  const plan = usePlan()
  const idempotencyKey = useIdempotencyKey()
  const create = useCreateResidence()
  const update = useUpdateResidence()
  return (
    <FormDialog
      title={residence ? 'Modifier la résidence' : 'Ajouter une résidence'}
      form={form}
      plan={plan}
      onSubmit={async (values) => {
        const saved = residence
          ? await update.mutateAsync({
              ...values,
              ...plan.sent,
              id: residence.id,
              version: residence.version,
            })
          : await create.mutateAsync({ ...values, file: plan.file, idempotencyKey })
        if (!residence) onAdded?.(saved)
        onSaved(saved.message)
      }}
      onReload={onReload}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel={residence ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={
        residence
          ? 'Erreur lors de la mise à jour. Vérifiez que le nom est unique.'
          : 'Erreur lors de la création. Vérifiez que le nom est unique.'
      }
    >
      <TextInput
        label="Nom"
        required
        autoComplete="off"
        maxLength={255}
        data-autofocus
        {...withPrintHint(form.getInputProps('nom'))}
      />
      <TextInput
        label="Adresse"
        required
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('adresse')}
      />
      <PdfField
        label="Plan (PDF)"
        plan={plan}
        existing={Boolean(residence?.plan_pdf)}
        error={form.errors['plan_pdf']}
      />
    </FormDialog>
  )
}
