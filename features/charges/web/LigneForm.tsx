import { TextInput } from '@mantine/core'
import { useState } from 'react'
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
import { takeFresh, useContractForm } from '#web/ui/form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { useIdempotencyKey } from '#web/ui/useIdempotencyKey.ts'

interface LigneFormProps extends FormProps {
  bon: BonLu
  /** The line to edit; none adds one. */
  ligne?: LigneLue | undefined
  onAdded: OnAdded
}

export function LigneForm({ bon, ligne, onClose, onSaved, onAdded }: LigneFormProps) {
  const idempotencyKey = useIdempotencyKey()
  const [version, setVersion] = useState(ligne?.version ?? 0)
  const create = useCreateLigne()
  const update = useUpdateLigne()
  const { designation, prix_unitaire, quantite } = ligne ?? LIGNE_VIERGE
  const form = useContractForm<SaisieLigne>(ligneInput, { designation, prix_unitaire, quantite })
  const bonId = bon.id
  async function save(body: SaisieLigne) {
    if (ligne) return onSaved((await update.mutateAsync({ ...body, bonId, id: ligne.id, version })).message)
    const { message, page } = await create.mutateAsync({ ...body, bonId, idempotencyKey })
    onAdded('lignes', bonId, page)
    onSaved(message)
  }
  async function reload(id: number) {
    const fresh = await readLigne(bonId, id)
    takeFresh(form, {
      designation: fresh.designation,
      prix_unitaire: fresh.prix_unitaire,
      quantite: fresh.quantite,
    })
    setVersion(fresh.version)
  }
  return (
    <FormDialog
      title={ligne ? 'Modifier la ligne' : 'Ajouter une ligne'}
      form={form}
      onSubmit={(values) => orTellAll(() => save(values))}
      onClose={onClose}
      onReload={ligne && (() => reload(ligne.id))}
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
        {...form.getInputProps('designation')}
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
