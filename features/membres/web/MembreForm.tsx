import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { registerInput } from '#features/acces/acces.contract.ts'
import { membreChange, type Membre } from '#features/membres/membres.contract.ts'
import { readMembre, useCreateMembre, useUpdateMembre } from '#features/membres/web/membres.queries.ts'
import { differ, PasswordFields } from '#features/membres/web/PasswordFields.tsx'
import { takeFresh, useContractForm } from '#web/ui/form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { useIdempotencyKey } from '#web/ui/useIdempotencyKey.ts'

interface MembreFormProps {
  /** The member to edit; none adds one. */
  membre?: Membre | undefined
  onClose: () => void
  onSaved: (message: string) => void
}

const toSaisie = (membre?: Membre) => ({
  name: membre?.name ?? '',
  email: membre?.email ?? '',
  password: '',
  password_confirmation: '',
})

export function MembreForm({ membre, onClose, onSaved }: MembreFormProps) {
  const idempotencyKey = useIdempotencyKey()
  const [version, setVersion] = useState(membre?.version ?? 0)
  const create = useCreateMembre()
  const update = useUpdateMembre()
  const form = useContractForm(membre ? membreChange : registerInput, toSaisie(membre))
  const values = form.getValues()
  async function save(body: typeof values) {
    const { message } = membre
      ? await update.mutateAsync({ ...body, id: membre.id, version })
      : await create.mutateAsync({ ...body, idempotencyKey })
    onSaved(message)
  }
  async function reload(id: number) {
    const fresh = await readMembre(id)
    takeFresh(form, toSaisie(fresh))
    setVersion(fresh.version)
  }
  return (
    <FormDialog
      title={membre ? 'Modifier le membre' : 'Ajouter un membre'}
      form={form}
      onSubmit={save}
      onClose={onClose}
      onReload={membre && (() => reload(membre.id))}
      submitLabel={membre ? 'Sauvegarder' : 'Ajouter'}
      busyLabel={membre ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={membre ? 'Erreur lors de la modification.' : "Erreur lors de l'ajout du membre."}
      disabled={differ(values)}
    >
      <TextInput label="Nom" required autoComplete="off" maxLength={255} {...form.getInputProps('name')} />
      <TextInput
        label="Email"
        type="email"
        required
        autoComplete="off"
        maxLength={255}
        dir="ltr"
        {...form.getInputProps('email')}
      />
      <PasswordFields
        label={membre ? 'Nouveau mot de passe (facultatif)' : 'Mot de passe'}
        values={values}
        password={form.getInputProps('password')}
        confirmation={form.getInputProps('password_confirmation')}
        required={!membre}
        banner
      />
    </FormDialog>
  )
}
