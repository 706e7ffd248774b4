import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { PasswordStrength } from '#web/kit/feedback/States.tsx'

export const MOTS_DE_PASSE_DIFFERENTS = 'Les mots de passe ne correspondent pas.'

/** Tells a mismatch while typing. An empty field is left to the form's validation. */
export const differ = ({
  password,
  password_confirmation,
}: {
  password: string
  password_confirmation: string
}) => password !== '' && password_confirmation !== '' && password !== password_confirmation

interface PasswordFieldsProps {
  label: string
  values: { password: string; password_confirmation: string }
  password: PasswordInputProps
  confirmation: PasswordInputProps
  required?: boolean
  /** Shows a mismatch as a banner too (members, D1 §5). */
  banner?: boolean
}

export function PasswordFields({
  label,
  values,
  password,
  confirmation,
  required = false,
  banner = false,
}: PasswordFieldsProps) {
  const mismatch = differ(values)
  const common = {
    withAsterisk: required,
    autoComplete: 'new-password',
    maxLength: 255,
  }
  return (
    <>
      <PasswordInput label={label} required={required} {...common} {...password} />
      <PasswordStrength password={values.password} />
      <PasswordInput
        label="Confirmer le mot de passe"
        required={required}
        {...common}
        {...confirmation}
        error={mismatch ? MOTS_DE_PASSE_DIFFERENTS : confirmation.error}
      />
      {/* The banner stands below, so that it does not move the field being typed in. */}
      {banner && mismatch && <Banner kind="error">{MOTS_DE_PASSE_DIFFERENTS}</Banner>}
    </>
  )
}
