import { TextInput } from '@mantine/core'
import { effacementInput } from '#features/fiches/fiches.contract.ts'
import { useEffacer, type FicheLue } from '#features/fiches/web/fiches.queries.ts'
import styles from '#features/fiches/web/fiches.module.css'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'

interface EffacerDonneesProps {
  fiche: FicheLue
  onClose: () => void
  onErased: (message: string) => void
}

/** Effacer ses données: for good, once his name is recopied. */
export function EffacerDonnees({ fiche: { id, nomComplet }, onClose, onErased }: EffacerDonneesProps) {
  const form = useContractForm(effacementInput, { confirmation: '' })
  const idempotencyKey = useIdempotencyKey()
  const effacer = useEffacer()
  return (
    <FormDialog
      title="Effacer ses données"
      form={form}
      danger
      onSubmit={async ({ confirmation }) => {
        const { message } = await effacer.mutateAsync({ id, confirmation, idempotencyKey })
        onErased(message)
      }}
      onClose={onClose}
      submitLabel="Effacer"
      busyLabel="Effacement..."
      fallback="Erreur lors de l'effacement."
    >
      <p className={styles.texte}>
        Les lignes du journal garderont la date et l'auteur, sans ses données. Les sauvegardes et les
        classeurs importés déjà gardés ne changent pas.
      </p>
      <TextInput
        label={
          <>
            Recopiez <bdi>{nomComplet}</bdi> pour confirmer.
          </>
        }
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('confirmation')}
      />
    </FormDialog>
  )
}
