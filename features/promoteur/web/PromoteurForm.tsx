import { TextInput } from '@mantine/core'
import { promoteurInput, type Promoteur } from '#features/promoteur/promoteur.contract.ts'
import {
  promoteurQuery,
  useCreatePromoteur,
  useUpdatePromoteur,
} from '#features/promoteur/web/promoteur.queries.ts'
import { pasteLines } from '#web/kit/field/pasteLines.ts'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'

interface PromoteurFormProps {
  promoteur?: Promoteur | undefined
  onClose: () => void
  onSaved: (message: string) => void
}

const toSaisie = (promoteur?: Promoteur) => ({
  nom: promoteur?.nom ?? '',
  email: promoteur?.email ?? '',
  telephone: promoteur?.telephone ?? '',
  adresse: promoteur?.adresse ?? '',
})

export function PromoteurForm({ promoteur: listed, onClose, onSaved }: PromoteurFormProps) {
  const idempotencyKey = useIdempotencyKey()
  const create = useCreatePromoteur()
  const update = useUpdatePromoteur()
  const form = useContractForm(promoteurInput, toSaisie(listed))
  const { record: promoteur, onReload } = useRecord(listed, form, {
    read: (_id, client) => client.fetchQuery(promoteurQuery),
    toSaisie,
  })
  async function save(body: ReturnType<typeof form.getValues>) {
    const saved = promoteur
      ? await update.mutateAsync({ ...body, id: promoteur.id, version: promoteur.version })
      : await create.mutateAsync({ ...body, idempotencyKey })
    onSaved(saved.message)
  }
  return (
    <FormDialog
      specified
      title={promoteur ? 'Modifier le promoteur' : 'Ajouter un promoteur'}
      form={form}
      onSubmit={save}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Enregistrer"
      busyLabel={promoteur ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={promoteur ? 'Erreur lors de la modification.' : "Erreur lors de l'ajout du promoteur."}
    >
      <TextInput
        label="Nom"
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...withPrintHint(form.getInputProps('nom'))}
      />
      <FieldPair>
        <TextInput
          label="Email"
          type="email"
          required
          maxLength={255}
          autoComplete="off"
          dir="ltr"
          {...form.getInputProps('email')}
        />
        <TextInput
          label="Téléphone"
          type="tel"
          onPaste={pasteLines}
          required
          maxLength={50}
          autoComplete="off"
          dir="ltr"
          {...form.getInputProps('telephone')}
        />
      </FieldPair>
      <TextInput
        label="Adresse"
        required
        maxLength={255}
        autoComplete="off"
        {...withPrintHint(form.getInputProps('adresse'))}
      />
    </FormDialog>
  )
}
