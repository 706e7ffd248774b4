import { TextInput, type TextInputProps } from '@mantine/core'

export const CODE_OU_SECOURS = 'Code à six chiffres ou code de secours'

/** A code of the application. Where a recovery code, which has letters, is as good, a phone shows all its keys. */
export const ChampDuCode = ({ label, ...props }: TextInputProps) => (
  <TextInput
    label={label}
    required
    autoComplete="one-time-code"
    inputMode={label === CODE_OU_SECOURS ? 'text' : 'numeric'}
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={60}
    dir="ltr"
    {...props}
  />
)
