import { TextInput } from '@mantine/core'
import { useState, type ChangeEvent } from 'react'
import { membreAjouteForm, membreModifie, type Membre } from '#features/membres/membres.contract.ts'
import { readMembre, useCreateMembre, useUpdateMembre } from '#features/membres/web/membres.queries.ts'
import { differ, PasswordFields } from '#features/membres/web/PasswordFields.tsx'
import { useUtilisateur } from '#features/acces/web/acces.queries.ts'
import { membresEndpoints } from '#features/membres/membres.contract.ts'
import { peut } from '#shared/droits.ts'
import { Provisoire } from '#features/membres/web/Provisoire.tsx'
import { ROLE_SANS_CHOIX, RoleSelect } from '#features/membres/web/RoleSelect.tsx'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface MembreFormProps {
  membre?: Membre | undefined
  onClose: () => void
  onSaved: (message: string, saved: Membre) => void
}

const toSaisie = (membre?: Membre) => ({
  name: membre?.name ?? '',
  email: membre?.email ?? '',
  role: membre?.role ?? ('' as const),
  password: '',
  password_confirmation: '',
  a_changer: false,
})

export function MembreForm({ membre: listed, onClose, onSaved }: MembreFormProps) {
  const idempotencyKey = useIdempotencyKey()
  const create = useCreateMembre()
  const update = useUpdateMembre()
  const form = useContractForm(listed ? membreModifie : membreAjouteForm, toSaisie(listed))
  const { record: membre, onReload } = useRecord(listed, form, { read: readMembre, toSaisie })
  const values = form.getValues()
  const mine = useUtilisateur()?.id === membre?.id
  const [propose, setPropose] = useState<string | null>(null)
  const password = form.getInputProps('password')
  function proposeOne(made: string) {
    setPropose(made)
    form.setValues({ password: made, password_confirmation: made, a_changer: true })
  }
  function typePassword(event: ChangeEvent<HTMLInputElement>) {
    // A password that takes the place of the proposal is one that the direction chose.
    if (propose === values.password) form.setFieldValue('a_changer', false)
    password.onChange(event)
  }
  async function save({ role, ...rest }: typeof values) {
    const body = { ...rest, role: role || ROLE_SANS_CHOIX }
    const { message, ...saved } = membre
      ? await update.mutateAsync({ ...body, id: membre.id, version: membre.version })
      : await create.mutateAsync({ ...body, idempotencyKey })
    onSaved(message, saved)
  }
  return (
    <FormDialog
      specified
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
      <RoleSelect {...form.getInputProps('role')} value={values.role} required={membre !== undefined} />
      {mine && values.role !== '' && !peut(values.role, membresEndpoints.list.access) && (
        <Banner kind="info">C'est votre propre compte : vous perdrez l'accès à cette page.</Banner>
      )}
      <PasswordFields
        label={membre ? 'Nouveau mot de passe (facultatif)' : 'Mot de passe'}
        values={values}
        password={{ ...password, onChange: typePassword }}
        confirmation={form.getInputProps('password_confirmation')}
        required={!membre}
        banner
      />
      {!mine && (
        <Provisoire
          propose={propose === values.password ? propose : null}
          onPropose={proposeOne}
          donne={values.password !== ''}
          aChanger={form.getInputProps('a_changer', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
