import { PasswordInput } from '@mantine/core'
import { motDePasseSeul } from '#features/acces/second-facteur.contract.ts'
import type { MembreListe } from '#features/membres/membres.contract.ts'
import { useRemoveCode } from '#features/membres/web/membres.queries.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useContractForm } from '#web/kit/form/form.ts'

interface RetirerLeCodeDuMembreProps {
  membre: Pick<MembreListe, 'id' | 'name'>
  onClose: () => void
  onDone: (message: string) => void
}

/** Takes the code at sign-in from a member who lost his phone; the direction gives its own password. */
export function RetirerLeCodeDuMembre({ membre: { id, name }, onClose, onDone }: RetirerLeCodeDuMembreProps) {
  const remove = useRemoveCode()
  const form = useContractForm(motDePasseSeul, { mot_de_passe: '' })
  return (
    <FormDialog
      title="Retirer le code à la connexion"
      form={form}
      onSubmit={async (values) => onDone((await remove.mutateAsync({ id, ...values })).message)}
      onClose={onClose}
      submitLabel="Retirer"
      busyLabel="Retrait..."
      fallback="Erreur lors du retrait du code à la connexion."
      danger
    >
      <p>
        <bdi>{name}</bdi> se connectera par son mot de passe seul, et ses connexions ouvertes prennent fin.
      </p>
      <PasswordInput
        label="Votre mot de passe"
        required
        autoComplete="current-password"
        maxLength={255}
        {...form.getInputProps('mot_de_passe')}
      />
    </FormDialog>
  )
}
