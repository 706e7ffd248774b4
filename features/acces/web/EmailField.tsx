import { TextInput, type TextInputProps } from '@mantine/core'

/** The e-mail with which a member signs in. */
export const EmailField = (props: TextInputProps) => (
  <TextInput
    label="Email"
    type="email"
    required
    autoComplete="username"
    maxLength={255}
    dir="ltr"
    {...props}
  />
)
