import { PasswordInput } from '@mantine/core'
import { motDePasseEtCode } from '#features/acces/second-facteur.contract.ts'
import { ChampDuCode, CODE_OU_SECOURS } from '#features/acces/web/ChampDuCode.tsx'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useContractForm } from '#web/kit/form/form.ts'

const VIDE = { mot_de_passe: '', code: '' }
export type SaisieDuCode = typeof VIDE

interface MotDePasseEtCodeProps {
  title: string
  phrase: string
  onSubmit: (values: SaisieDuCode) => Promise<unknown>
  onClose: () => void
  submitLabel: string
  busyLabel: string
  fallback: string
  danger?: boolean
}

/** Form of what asks for one's password and a code, of the application or a recovery code. */
export function MotDePasseEtCode({ phrase, ...props }: MotDePasseEtCodeProps) {
  const form = useContractForm(motDePasseEtCode, VIDE)
  return (
    <FormDialog {...props} form={form}>
      <p>{phrase}</p>
      <PasswordInput
        label="Mot de passe"
        required
        autoComplete="current-password"
        maxLength={255}
        {...form.getInputProps('mot_de_passe')}
      />
      <ChampDuCode label={CODE_OU_SECOURS} {...form.getInputProps('code')} />
    </FormDialog>
  )
}
