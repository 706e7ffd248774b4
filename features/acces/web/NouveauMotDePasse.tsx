import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import type { NativeField } from '#features/acces/web/useNativeForm.ts'
import { PasswordStrength } from '#web/kit/feedback/States.tsx'

interface NouveauMotDePasseProps {
  label: string
  bind: (field: 'password' | 'password_confirmation') => NativeField
}

/** The two fields of a password that one chooses, on a public screen. */
export function NouveauMotDePasse({ label, bind }: NouveauMotDePasseProps) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  // The mismatch shows while typing but does not block the form: the server decides (D1 §5).
  const mismatch =
    password !== '' && repeated !== '' && password !== repeated
      ? 'Les mots de passe ne correspondent pas'
      : undefined
  const confirmation = bind('password_confirmation')
  return (
    <>
      <PasswordInput
        {...bind('password')}
        label={label}
        description="8 caractères au moins."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        autoComplete="new-password"
        maxLength={255}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordStrength password={password} />
      <PasswordInput
        {...confirmation}
        error={mismatch ?? confirmation.error}
        label="Confirmer le mot de passe"
        required
        autoComplete="new-password"
        maxLength={255}
        value={repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)}
      />
    </>
  )
}
