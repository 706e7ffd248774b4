import { Textarea, TextInput } from '@mantine/core'
import type { DialogDuDossierProps } from '#features/ventes/web/dialogDuDossier.ts'
import { dossierInput } from '#features/ventes/dossiers.contract.ts'
import { rereadDossier, useUpdateDossier, type DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import { VendeurSelect } from '#features/ventes/web/VendeurSelect.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'

const toSaisie = (dossier: DossierLu) => ({
  reservation_le: dossier.reservation_le,
  contrat_le: dossier.contrat_le ?? '',
  livraison_le: dossier.livraison_le ?? '',
  livraison_prevue_le: dossier.livraison_prevue_le ?? '',
  notaire: dossier.notaire ?? '',
  vendeur_id: dossier.vendeur?.id ?? null,
  note: dossier.note ?? '',
})

export function ModifierDossier({ dossier: listed, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm(dossierInput, toSaisie(listed))
  const { record = listed, onReload } = useRecord(listed, form, {
    read: rereadDossier,
    toSaisie,
  })
  const update = useUpdateDossier()
  const jours = { disabled: record.etat !== 'ouverte' }
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
      submitLabel="Enregistrer"
      busyLabel="Mise à jour..."
      fallback="Erreur lors de la mise à jour. Vérifiez les champs."
    >
      <FieldPair>
        <DateField
          label="Réservation"
          withAsterisk
          required
          {...jours}
          {...form.getInputProps('reservation_le')}
        />
        <DateField label="Contrat" clearable {...jours} {...form.getInputProps('contrat_le')} />
      </FieldPair>
      <FieldPair>
        <DateField label="Livraison" clearable {...jours} {...form.getInputProps('livraison_le')} />
        <DateField
          label="Livraison prévue"
          clearable
          {...jours}
          {...form.getInputProps('livraison_prevue_le')}
        />
      </FieldPair>
      <TextInput
        label="Notaire"
        maxLength={255}
        autoComplete="off"
        {...withPrintHint(form.getInputProps('notaire'))}
      />
      <VendeurSelect
        dossier={record}
        value={form.getValues().vendeur_id}
        onChange={(id) => form.setFieldValue('vendeur_id', id)}
        error={form.errors['vendeur_id']}
      />
      <Textarea label="Note" autosize minRows={3} maxLength={2000} {...form.getInputProps('note')} />
    </FormDialog>
  )
}
