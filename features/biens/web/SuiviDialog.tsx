import type { BienSuivi } from '#features/biens/web/lots.ts'
import { OptionDialog } from '#features/options/web/OptionDialog.tsx'
import { OptionForm } from '#features/options/web/OptionForm.tsx'
import { TextInput } from '@mantine/core'
import { biensEndpoints, blocageInput } from '#features/biens/biens.contract.ts'
import { duBien, leBien } from '#shared/biens.ts'
import { callApi } from '#web/kit/call/api.ts'
import { ConfirmDialog } from '#web/kit/dialog/ConfirmDialog.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useChange } from '#web/kit/call/useChange.ts'

const DIALOGS = { poser: OptionForm, option: OptionDialog, bloquer: BloquerForm, debloquer: Debloquer }
export type ActeDeSuivi = keyof typeof DIALOGS

export interface SuiviDialogProps {
  acte: ActeDeSuivi
  bien: BienSuivi
  onClose: () => void
  onSaved: (message: string) => void
}

export function SuiviDialog({ acte, ...props }: SuiviDialogProps) {
  const Shown = DIALOGS[acte]
  return <Shown {...props} />
}

type BlocageProps = Omit<SuiviDialogProps, 'acte'>

const useBlocage = () =>
  useChange(({ id, motif }: { id: number; motif: string | null }) =>
    callApi(biensEndpoints.bloquer, { params: { id }, body: { motif } }),
  )

function BloquerForm({ bien: { id, type, numero }, onClose, onSaved }: BlocageProps) {
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
        Plus aucune vente ni réservation <bdi>{duBien({ type, numero })}</bdi> jusqu'à son déblocage.
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

function Debloquer({ bien: { id, type, numero, bloque_motif }, onClose, onSaved }: BlocageProps) {
  const debloquer = useBlocage()
  return (
    <ConfirmDialog
      request={{
        title: 'Débloquer le bien',
        body: (
          <>
            Remettre en vente <bdi>{leBien({ type, numero })}</bdi> ? Motif du blocage :{' '}
            <bdi>{bloque_motif}</bdi>.
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
