import { TextInput } from '@mantine/core'
import { biensEndpoints, blocageInput } from '#features/biens/biens.contract.ts'
import type { BienSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { libelleDuBien } from '#shared/biens.ts'
import { callApi } from '#web/kit/api.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useChange } from '#web/kit/useChange.ts'

interface BlocageProps {
  bien: BienSuivi
  onClose: () => void
  onSaved: (message: string) => void
}

const useBlocage = () =>
  useChange(({ id, motif }: { id: number; motif: string | null }) =>
    callApi(biensEndpoints.bloquer, { params: { id }, body: { motif } }),
  )

/** Bloquer le bien: off sale, with the reason why. */
export function BloquerForm({ bien: { id, type, numero }, onClose, onSaved }: BlocageProps) {
  const form = useContractForm(blocageInput, { motif: '' })
  const bloquer = useBlocage()
  return (
    <FormDialog
      title="Bloquer le bien"
      form={form}
      onSubmit={async ({ motif }) => onSaved((await bloquer.mutateAsync({ id, motif })).message)}
      onClose={onClose}
      submitLabel="Bloquer"
      busyLabel="Enregistrement..."
      fallback="Erreur lors du blocage du bien."
    >
      <p>
        <bdi>{libelleDuBien(type, numero)}</bdi> ne pourra plus être vendu ni réservé jusqu'à son déblocage.
      </p>
      <TextInput
        label="Motif"
        required
        data-autofocus
        autoComplete="off"
        maxLength={500}
        {...form.getInputProps('motif')}
      />
    </FormDialog>
  )
}

/** Débloquer le bien: asked first. */
export function Debloquer({ bien: { id, type, numero, bloque_motif }, onClose, onSaved }: BlocageProps) {
  const debloquer = useBlocage()
  return (
    <ConfirmDialog
      request={{
        title: 'Débloquer le bien',
        body: (
          <>
            <bdi>{libelleDuBien(type, numero)}</bdi> est bloqué : <bdi>{bloque_motif}</bdi>. Le remettre en
            vente ?
          </>
        ),
        confirmLabel: 'Débloquer',
        busyLabel: 'Enregistrement...',
        fallback: 'Erreur lors du déblocage du bien.',
        danger: false,
        action: async () => onSaved((await debloquer.mutateAsync({ id, motif: null })).message),
      }}
      onClose={onClose}
    />
  )
}
