import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { membreChange } from '#features/membres/membres.contract.ts'
import { differ, MOTS_DE_PASSE_DIFFERENTS, PasswordFields } from '#features/membres/web/PasswordFields.tsx'
import type { Profil } from '#features/acces/profil.contract.ts'
import { EmailField } from '#features/acces/web/EmailField.tsx'
import { profilQuery, useUpdateProfil } from '#features/acces/web/profil.queries.ts'
import { ApiError, messageOf } from '#web/kit/call/api.ts'
import { useRestoredMessage } from '#web/kit/form/savedInput.ts'
import { Banner, EchecDeSaisie } from '#web/kit/feedback/Banner.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import {
  focusFirstInvalid,
  showServerErrors,
  takeFreshValues,
  untilSomebodyGoesOn,
  useContractForm,
} from '#web/kit/form/form.ts'

const toSaisie = ({ name, email }: Profil) => ({ name, email, password: '', password_confirmation: '' })

export function ProfilForm({ profil, onSaved }: { profil: Profil; onSaved: (message: string) => void }) {
  const client = useQueryClient()
  const update = useUpdateProfil()
  const form = useContractForm(membreChange, toSaisie(profil))
  const [failure, setFailure] = useState<{ message: string; stale: boolean } | null>(null)
  const word = useRestoredMessage()
  const running = useRef(false)
  const values = form.getValues()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    if (running.current) return
    running.current = true
    const goesOn = untilSomebodyGoesOn()
    try {
      const { hasErrors } = form.validate()
      setFailure(differ(values) ? { message: MOTS_DE_PASSE_DIFFERENTS, stale: false } : null)
      if (hasErrors) return focusFirstInvalid(element, goesOn)
      const answer = await update.mutateAsync({ ...values, version: profil.version })
      const saved = { ...values, password: '', password_confirmation: '' }
      form.setInitialValues(saved)
      form.setValues(saved)
      onSaved(answer.message)
    } catch (error) {
      setFailure({
        message: messageOf(error, 'Erreur lors de la mise à jour du profil.'),
        stale: error instanceof ApiError && error.stale,
      })
      if (showServerErrors(form, error)) focusFirstInvalid(element, goesOn)
    } finally {
      running.current = false
    }
  }
  async function reload() {
    try {
      takeFreshValues(form, toSaisie(await client.fetchQuery({ ...profilQuery, staleTime: 0 })))
      setFailure(null)
    } catch (error) {
      setFailure({ message: messageOf(error, 'Erreur lors du chargement du profil.'), stale: true })
    }
  }

  return (
    <form
      noValidate
      className="stack gap-14"
      aria-label="Modifier mon profil"
      onSubmit={(event) => void submit(event)}
    >
      {word !== null && !update.isSuccess && <Banner kind="info">{word}</Banner>}
      <EchecDeSaisie failure={failure} onReload={() => void reload()} />
      <FieldPair>
        <TextInput label="Nom" required autoComplete="name" maxLength={255} {...form.getInputProps('name')} />
        <EmailField {...form.getInputProps('email')} />
      </FieldPair>
      <PasswordFields
        label="Nouveau mot de passe (facultatif)"
        values={values}
        password={form.getInputProps('password')}
        confirmation={form.getInputProps('password_confirmation')}
      />
      <div>
        <Button type="submit" disabled={update.isPending} aria-busy={update.isPending}>
          {update.isPending ? 'Mise à jour...' : 'Sauvegarder'}
        </Button>
      </div>
    </form>
  )
}
