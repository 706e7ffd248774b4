import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { bonEditInput, categorieInput } from '#features/charges/charges.contract.ts'
import { BonForm } from '#features/charges/web/BonForm.tsx'
import {
  ECHEC,
  orTellAll,
  type FormProps,
  type Formulaire,
  type OnAdded,
} from '#features/charges/web/charges.actions.ts'
import {
  readBon,
  readCategorie,
  useCreateCategorie,
  useUpdateBon,
  useUpdateCategorie,
  type BonLu,
  type CategorieLue,
} from '#features/charges/web/charges.queries.ts'
import { LigneForm } from '#features/charges/web/LigneForm.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { takeFresh, useContractForm } from '#web/ui/form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { useIdempotencyKey } from '#web/ui/useIdempotencyKey.ts'

/** The six forms of the screen; the three confirmations are useSuppression's (D3 §4). */
export function ChargesForm({ form, onAdded, ...props }: FormProps & { form: Formulaire; onAdded: OnAdded }) {
  if (form.type === 'addCategorie') return <CategorieForm {...props} onAdded={onAdded} />
  if (form.type === 'editCategorie')
    return <CategorieForm {...props} categorie={form.categorie} onAdded={onAdded} />
  if (form.type === 'addBon') return <BonForm {...props} categorie={form.categorie} onAdded={onAdded} />
  if (form.type === 'editBon') return <BonEditForm {...props} bon={form.bon} />
  const ligne = form.type === 'editLigne' ? form.ligne : undefined
  return <LigneForm {...props} bon={form.bon} ligne={ligne} onAdded={onAdded} />
}

function CategorieForm({
  categorie,
  onClose,
  onSaved,
  onAdded,
}: FormProps & { categorie?: CategorieLue; onAdded: OnAdded }) {
  const idempotencyKey = useIdempotencyKey()
  const [version, setVersion] = useState(categorie?.version ?? 0)
  const create = useCreateCategorie()
  const update = useUpdateCategorie()
  const form = useContractForm(categorieInput, { nom: categorie?.nom ?? '' })
  async function save({ nom }: { nom: string }) {
    if (categorie) return onSaved((await update.mutateAsync({ nom, id: categorie.id, version })).message)
    const { message, id, page } = await create.mutateAsync({ nom, idempotencyKey })
    onAdded('categories', id, page)
    onSaved(message)
  }
  async function reload(id: number) {
    const { nom, version: present } = await readCategorie(id)
    takeFresh(form, { nom })
    setVersion(present)
  }
  return (
    <FormDialog
      title={categorie ? 'Modifier la catégorie' : 'Ajouter une catégorie'}
      form={form}
      onSubmit={(values) => orTellAll(() => save(values))}
      onClose={onClose}
      onReload={categorie && (() => reload(categorie.id))}
      submitLabel="Enregistrer"
      busyLabel={categorie ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={ECHEC}
      dismissible
      size="sm"
    >
      <TextInput
        label="Nom"
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('nom')}
      />
    </FormDialog>
  )
}

function BonEditForm({ bon, onClose, onSaved }: FormProps & { bon: BonLu }) {
  const [version, setVersion] = useState(bon.version)
  const update = useUpdateBon()
  const form = useContractForm(bonEditInput, { reference: bon.reference, date_bon: bon.date_bon })
  async function reload() {
    const { reference, date_bon, version: present } = await readBon(bon.id)
    takeFresh(form, { reference, date_bon })
    setVersion(present)
  }
  return (
    <FormDialog
      title="Modifier le bon d'achat"
      form={form}
      onSubmit={(values) =>
        orTellAll(async () => onSaved((await update.mutateAsync({ ...values, id: bon.id, version })).message))
      }
      onClose={onClose}
      onReload={reload}
      submitLabel="Enregistrer"
      busyLabel="Mise à jour..."
      fallback={ECHEC}
      dismissible
      size="sm"
    >
      <TextInput
        label="Référence"
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('reference')}
      />
      <DateField label="Date du bon" required {...form.getInputProps('date_bon')} />
    </FormDialog>
  )
}
