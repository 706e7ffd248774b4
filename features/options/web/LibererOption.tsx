import { Textarea } from '@mantine/core'
import { useReleaseOption, type OptionLue } from '#features/options/web/options.queries.ts'
import { liberationInput } from '#features/options/options.contract.ts'
import { leBien } from '#shared/biens.ts'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'

interface LibererOptionProps {
  option: OptionLue
  onClose: () => void
  onSaved: (message: string) => void
}

export function LibererOption({ option, onClose, onSaved }: LibererOptionProps) {
  const form = useContractForm(liberationInput, { motif: '' })
  const liberer = useReleaseOption()
  const { id, version, nom, bien } = option
  return (
    <FormDialog
      title="Libérer l'option"
      form={form}
      required={false}
      onSubmit={async ({ motif }) => onSaved((await liberer.mutateAsync({ id, version, motif })).message)}
      onClose={onClose}
      submitLabel="Libérer"
      busyLabel="Traitement..."
      fallback="Erreur lors de la libération de l'option."
    >
      <p>
        Libérer l'option de <bdi>{nom}</bdi> sur <bdi>{leBien(bien)}</bdi> ? Le bien redevient libre.
      </p>
      <Textarea
        label="Motif"
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('motif')}
      />
    </FormDialog>
  )
}
