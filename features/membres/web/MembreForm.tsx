import { TextInput } from '@mantine/core'
import { membreAjoute, membreModifie, type Membre } from '#features/membres/membres.contract.ts'
import { readMembre, useCreateMembre, useUpdateMembre } from '#features/membres/web/membres.queries.ts'
import { differ, PasswordFields } from '#features/membres/web/PasswordFields.tsx'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { DIRECTION, peut, type Role } from '#shared/droits.ts'
import { RoleSelect } from '#features/membres/web/RoleSelect.tsx'
import { Banner } from '#web/kit/Banner.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { useRecord } from '#web/kit/useRecord.ts'

interface MembreFormProps {
  /** The member to edit; none adds one. */
  membre?: Membre | undefined
  onClose: () => void
  /** @param role what he is now */
  onSaved: (message: string, role: Role) => void
}

const toSaisie = (membre?: Membre) => ({
  name: membre?.name ?? '',
  email: membre?.email ?? '',
  role: membre?.role ?? DIRECTION,
  password: '',
  password_confirmation: '',
})

export function MembreForm({ membre: listed, onClose, onSaved }: MembreFormProps) {
  const idempotencyKey = useIdempotencyKey()
  const create = useCreateMembre()
  const update = useUpdateMembre()
  const form = useContractForm(listed ? membreModifie : membreAjoute, toSaisie(listed))
  const { record: membre, onReload } = useRecord(listed, form, { read: readMembre, toSaisie })
  const values = form.getValues()
  const mine = useUtilisateur()?.id === membre?.id
  async function save(body: typeof values) {
    const saved = membre
      ? await update.mutateAsync({ ...body, id: membre.id, version: membre.version })
      : await create.mutateAsync({ ...body, idempotencyKey })
    onSaved(saved.message, body.role)
  }
  return (
    <FormDialog
      title={membre ? 'Modifier le membre' : 'Ajouter un membre'}
      form={form}
      onSubmit={save}
      onClose={onClose}
      onReload={onReload}
      submitLabel={membre ? 'Sauvegarder' : 'Ajouter'}
      busyLabel={membre ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={membre ? 'Erreur lors de la modification.' : "Erreur lors de l'ajout du membre."}
      disabled={differ(values)}
    >
      <TextInput
        label="Nom"
        required
        autoComplete="off"
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Email"
        type="email"
        required
        autoComplete="off"
        maxLength={255}
        dir="ltr"
        {...form.getInputProps('email')}
      />
      <RoleSelect {...form.getInputProps('role')} value={values.role} />
      {mine && !peut(values.role, membresEndpoints.list.access) && (
        <Banner kind="info">C'est votre propre compte : vous perdrez l'accès à cette page.</Banner>
      )}
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
