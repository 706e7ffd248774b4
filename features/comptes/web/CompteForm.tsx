import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { compteBancaireInput } from '#features/comptes/comptes.contract.ts'
import {
  lesComptes,
  useCreateCompte,
  useUpdateCompte,
  type CompteLu,
} from '#features/comptes/web/comptes.queries.ts'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface CompteFormProps {
  compte?: CompteLu | undefined
  onClose: () => void
  onSaved?: (message: string) => void
}

const toSaisie = (compte?: CompteLu) => ({
  banque: compte?.banque ?? '',
  agence: compte?.agence ?? '',
  numero: compte?.numero ?? '',
  actif: compte?.actif ?? true,
})

/** The form of a promoter's account. An inactive account is not offered for new remises, but keeps its old ones. */
export function CompteForm({ compte: listed, onClose, onSaved }: CompteFormProps) {
  const form = useContractForm(compteBancaireInput, toSaisie(listed))
  const { record: compte, onReload } = useRecord(listed, form, {
    read: async (wanted, client) =>
      (await client.fetchQuery(lesComptes())).data.find(({ id }) => id === wanted) ?? null,
    toSaisie: (fresh) => toSaisie(fresh),
  })
  const create = useCreateCompte()
  const update = useUpdateCompte()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title={compte ? 'Modifier le compte bancaire' : 'Ajouter un compte bancaire'}
      form={form}
      onSubmit={async (values) => {
        const saved = compte
          ? await update.mutateAsync({ ...values, id: compte.id, version: compte.version })
          : await create.mutateAsync({ ...values, idempotencyKey })
        onSaved?.(saved.message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Enregistrer"
      busyLabel={compte ? 'Mise à jour...' : 'Enregistrement...'}
      fallback="Erreur lors de l'enregistrement."
    >
      <TextInput
        label="Banque"
        withAsterisk
        required
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...withPrintHint(form.getInputProps('banque'))}
      />
      <TextInput
        label="Agence"
        autoComplete="off"
        maxLength={100}
        {...withPrintHint(form.getInputProps('agence'))}
      />
      <TextInput
        label="RIB ou numéro de compte"
        withAsterisk
        required
        autoComplete="off"
        maxLength={50}
        {...withPrintHint(form.getInputProps('numero'))}
      />
      <Checkbox
        label="Utilisé"
        description="Un compte qui n'est plus utilisé n'est plus proposé pour les remises."
        {...form.getInputProps('actif', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
