import { Textarea, TextInput } from '@mantine/core'
import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'
import { dossierInput } from '#features/dossiers/dossiers.contract.ts'
import { dossiersQueries, useUpdateDossier, type DossierLu } from '#features/dossiers/web/dossiers.queries.ts'
import { DateField } from '#web/kit/DateField.tsx'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { withPrintHint } from '#web/kit/hints.ts'
import { useRecord } from '#web/kit/useRecord.ts'

const toSaisie = (dossier: DossierLu) => ({
  reservation_le: dossier.reservation_le,
  contrat_le: dossier.contrat_le ?? '',
  livraison_le: dossier.livraison_le ?? '',
  livraison_prevue_le: dossier.livraison_prevue_le ?? '',
  notaire: dossier.notaire ?? '',
  note: dossier.note ?? '',
})

/** The days of a sale, its notary and what is noted of it. */
export function ModifierDossier({ dossier: listed, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm(dossierInput, toSaisie(listed))
  const { record = listed, onReload } = useRecord(listed, form, {
    read: (id, client) => client.fetchQuery({ ...dossiersQueries.read(id), staleTime: 0 }),
    toSaisie,
  })
  const update = useUpdateDossier()
  return (
    <FormDialog
      title="Modifier le dossier"
      form={form}
      onSubmit={async (values) => {
        const { message } = await update.mutateAsync({ ...values, id: record.id, version: record.version })
        onSaved(message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Mettre à jour"
      busyLabel="Mise à jour..."
      fallback="Erreur lors de la mise à jour. Vérifiez les champs."
    >
      <FieldPair>
        <DateField label="Réservation" withAsterisk required {...form.getInputProps('reservation_le')} />
        <DateField label="Contrat" clearable {...form.getInputProps('contrat_le')} />
      </FieldPair>
      <FieldPair>
        <DateField label="Livraison" clearable {...form.getInputProps('livraison_le')} />
        <DateField label="Livraison prévue" clearable {...form.getInputProps('livraison_prevue_le')} />
      </FieldPair>
      <TextInput
        label="Notaire"
        maxLength={255}
        autoComplete="off"
        {...withPrintHint(form.getInputProps('notaire'))}
      />
      <Textarea label="Note" autosize minRows={3} maxLength={2000} {...form.getInputProps('note')} />
    </FormDialog>
  )
}
