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
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { MoneyField, NumberField, type NumberFieldProps } from '#web/kit/field/NumberField.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'

interface LigneFormProps extends FormProps {
  bon: BonLu
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

export function PrixEtQuantite({
  prix,
  quantite,
  required = false,
}: {
  prix: NumberFieldProps
  quantite: NumberFieldProps
  required?: boolean
}) {
  return (
    <FieldPair>
      <MoneyField label="Prix unitaire" required={required} min={0} step={0.01} {...prix} />
      <NumberField label="Quantité" required={required} decimalScale={0} min={1} step={1} {...quantite} />
    </FieldPair>
  )
}

export function TotalEnDirect({ centimes, label = 'Total' }: { centimes: number; label?: string }) {
  return (
    <p className="between bold flat flex gap-16">
      {label}
      <output>
        <Montant centimes={centimes} />
      </output>
    </p>
  )
}
