import { PasswordInput } from '@mantine/core'
import { autorisationInput } from '#features/sauvegardes/sauvegardes.contract.ts'
import { download } from '#features/sauvegardes/web/sauvegardes.queries.ts'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'

interface TelechargerDialogProps {
  sauvegarde: { id: number; fichier: string }
  onClose: () => void
}

/** Dialog that asks for the member's password before a download, because a backup holds all data. */
export function TelechargerDialog({ sauvegarde, onClose }: TelechargerDialogProps) {
  const form = useContractForm(autorisationInput, { password: '' })
  return (
    <FormDialog
      title="Télécharger une sauvegarde"
      form={form}
      onSubmit={({ password }) => download(sauvegarde.id, password)}
      onClose={onClose}
      submitLabel="Télécharger"
      busyLabel="Vérification..."
      fallback="Erreur lors du téléchargement."
      dismissible
    >
      <p>Ce fichier contient toutes les données de vos clients. Confirmez avec votre mot de passe.</p>
      <PasswordInput
        label="Mot de passe"
        required
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
