import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface EffacerDonneesProps {
  nom: string
  input: z.ZodMiniType
  erase: (said: { confirmation: string; idempotencyKey: string }) => Promise<{ message: string }>
  /** Explanation of what is erased and what is kept. */
  children: ReactNode
  onClose: () => void
  onErased: (message: string) => void
}

export function EffacerDonnees({ nom, input, erase, children, onClose, onErased }: EffacerDonneesProps) {
  const form = useContractForm(input, { confirmation: '' })
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title="Effacer ses données"
      form={form}
      danger
      onSubmit={async ({ confirmation }) => {
        const { message } = await erase({ confirmation, idempotencyKey })
        onErased(message)
      }}
      onClose={onClose}
      submitLabel="Effacer"
      busyLabel="Effacement..."
      fallback="Erreur lors de l'effacement."
    >
      {children}
      <TextInput
        label={
          <>
            Recopiez <bdi>{nom}</bdi> pour confirmer.
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
