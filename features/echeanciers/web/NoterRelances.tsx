import { Textarea } from '@mantine/core'
import { CANAUX } from '#features/ventes/dossier.codes.ts'
import * as z from 'zod/mini'
import { relancesInput } from '#features/ventes/relances.contract.ts'
import { NOMS_DES_CANAUX, type Canal } from '#features/ventes/relances.rules.ts'
import { useNoterRelances } from '#features/ventes/web/dossiers.queries.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

const { canal, note } = relancesInput.shape
const saisie = z.object({ canal, note })
const CHOIX = CANAUX.map((value) => ({ value, label: NOMS_DES_CANAUX[value] }))

interface Saisie extends Record<string, unknown> {
  canal: Canal | ''
  note: string
}
const RIEN: Saisie = { canal: '', note: '' }

interface NoterRelancesProps {
  ids: readonly number[]
  onClose: () => void
  onSaved: (message: string) => void
}

export function NoterRelances({ ids, onClose, onSaved }: NoterRelancesProps) {
  const form = useContractForm(saisie, RIEN)
  const noter = useNoterRelances()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title={ids.length === 1 ? 'Noter une relance' : `Noter ${ids.length} relances`}
      form={form}
      onSubmit={async (typed) => {
        if (typed.canal === '') return
        const { canal: by, note: about } = typed
        const body = { vente_ids: [...ids], canal: by, note: about, idempotencyKey }
        onSaved((await noter.mutateAsync(body)).message)
      }}
      onClose={onClose}
      submitLabel="Noter"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'enregistrement de la relance."
    >
      <SelectField
        label="Moyen"
        withAsterisk
        placeholder="Choisissez un moyen"
        data={CHOIX}
        {...form.getInputProps('canal')}
        value={form.values.canal || null}
        onChange={(value) => form.setFieldValue('canal', CANAUX.find((code) => code === value) ?? '')}
      />
      <Textarea label="Note" autosize minRows={2} maxLength={2000} {...form.getInputProps('note')} />
    </FormDialog>
  )
}
