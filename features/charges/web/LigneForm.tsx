import { TextInput } from '@mantine/core'
import { ligneInput } from '#features/charges/charges.contract.ts'
import { LIGNE_VIERGE, montantLigne, type SaisieLigne } from '#features/charges/charges.rules.ts'
import { ECHEC, orTellAll, type FormProps, type OnAdded } from '#features/charges/web/charges.actions.ts'
import {
  readLigne,
  useCreateLigne,
  useUpdateLigne,
  type BonLu,
  type LigneLue,
} from '#features/charges/web/charges.queries.ts'
import { PrixEtQuantite, TotalEnDirect } from '#features/charges/web/LigneFields.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'
import { useRecord } from '#web/kit/useRecord.ts'
import { withPrintHint } from '#web/kit/hints.ts'

interface LigneFormProps extends FormProps {
  bon: BonLu
  /** The line to edit; none adds one. */
  ligne?: LigneLue | undefined
  onAdded: OnAdded
}

const toSaisie = ({ designation, prix_unitaire, quantite }: SaisieLigne): SaisieLigne => ({
  designation,
  prix_unitaire,
  quantite,
})

export function LigneForm({ bon, ligne: listed, onClose, onSaved, onAdded }: LigneFormProps) {
  const idempotencyKey = useIdempotencyKey()
  const create = useCreateLigne()
  const update = useUpdateLigne()
  const form = useContractForm<SaisieLigne>(ligneInput, toSaisie(listed ?? LIGNE_VIERGE))
  const bonId = bon.id
  const { record: ligne, onReload } = useRecord(listed, form, {
    read: (id) => readLigne(bonId, id),
    toSaisie,
  })
  async function save(body: SaisieLigne) {
    if (ligne) {
      const saved = await update.mutateAsync({ ...body, bonId, id: ligne.id, version: ligne.version })
      return onSaved(saved.message)
    }
    const saved = await create.mutateAsync({ ...body, bonId, idempotencyKey })
    onAdded('lignes', bonId, saved.page)
    onSaved(saved.message)
  }
  return (
    <FormDialog
      title={ligne ? 'Modifier la ligne' : 'Ajouter une ligne'}
      form={form}
      onSubmit={(values) => orTellAll(() => save(values))}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Enregistrer"
      busyLabel={ligne ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={ECHEC}
      dismissible
    >
      <TextInput
        label="Désignation"
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...withPrintHint(form.getInputProps('designation'))}
      />
      <PrixEtQuantite
        prix={form.getInputProps('prix_unitaire')}
        quantite={form.getInputProps('quantite')}
        required
      />
      <TotalEnDirect centimes={montantLigne(form.getValues())} />
    </FormDialog>
  )
}
