import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { passwordToggle } from '#features/acces/web/passwordToggle.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { PasswordStrength } from '#web/kit/PasswordStrength.tsx'

export const MOTS_DE_PASSE_DIFFERENTS = 'Les mots de passe ne correspondent pas.'

/** Both are filled and differ: said while typing. One that is still empty is the form's own business. */
export const differ = ({
  password,
  password_confirmation,
}: {
  password: string
  password_confirmation: string
}) => password !== '' && password_confirmation !== '' && password !== password_confirmation

interface PasswordFieldsProps {
  /** « Mot de passe », « Nouveau mot de passe (facultatif) ». */
  label: string
  values: { password: string; password_confirmation: string }
  password: PasswordInputProps
  confirmation: PasswordInputProps
  required?: boolean
  /** A mismatch shows as a banner too (members, D1 §5). */
  banner?: boolean
}

/** A password and its confirmation, with the mismatch said as soon as both are there. */
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
    visibilityToggleButtonProps: passwordToggle,
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
      {/* Below, so that the field being typed in does not move. */}
      {banner && mismatch && <Banner kind="error">{MOTS_DE_PASSE_DIFFERENTS}</Banner>}
    </>
  )
}
