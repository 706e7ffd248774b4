import { TextInput } from '@mantine/core'
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
import { NommesFields, toNommes, toNommesEnvoyes } from '#features/charges/web/NommesFields.tsx'
import { ReglementsDialog } from '#features/charges/web/ReglementsDialog.tsx'
import { LigneForm } from '#features/charges/web/LigneForm.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { withDateHint, withPrintHint } from '#web/kit/field/hints.ts'

/** The form of the open dialog, one of six, or the règlements of a voucher. useChargesDeletion asks the three confirmations (D3 §4). */
export function ChargesForm({ form, onAdded, ...props }: FormProps & { form: Formulaire; onAdded: OnAdded }) {
  if (form.type === 'addCategorie') return <CategorieForm {...props} onAdded={onAdded} />
  if (form.type === 'editCategorie')
    return <CategorieForm {...props} categorie={form.categorie} onAdded={onAdded} />
  if (form.type === 'addBon') return <BonForm {...props} categorie={form.categorie} onAdded={onAdded} />
  if (form.type === 'editBon') return <BonEditForm {...props} bon={form.bon} />
  if (form.type === 'reglements') return <ReglementsDialog bon={form.bon} onClose={props.onClose} />
  const ligne = form.type === 'editLigne' ? form.ligne : undefined
  return <LigneForm {...props} bon={form.bon} ligne={ligne} onAdded={onAdded} />
}

function CategorieForm({
  categorie: listed,
  onClose,
  onSaved,
  onAdded,
}: FormProps & { categorie?: CategorieLue; onAdded: OnAdded }) {
  const idempotencyKey = useIdempotencyKey()
  const create = useCreateCategorie()
  const update = useUpdateCategorie()
  const form = useContractForm(categorieInput, { nom: listed?.nom ?? '' })
  const { record: categorie, onReload } = useRecord(listed, form, {
    read: readCategorie,
    toSaisie: ({ nom }) => ({ nom }),
  })
  async function save({ nom }: { nom: string }) {
    if (categorie) {
      const saved = await update.mutateAsync({ nom, id: categorie.id, version: categorie.version })
      return onSaved(saved.message)
    }
    const saved = await create.mutateAsync({ nom, idempotencyKey })
    onAdded('categories', saved.id, saved.page)
    onSaved(saved.message)
  }
  return (
    <FormDialog
      title={categorie ? 'Modifier la catégorie' : 'Ajouter une catégorie'}
      form={form}
      onSubmit={(values) => orTellAll(() => save(values))}
      onClose={onClose}
      onReload={onReload}
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
        {...withPrintHint(form.getInputProps('nom'))}
      />
    </FormDialog>
  )
}

const toSaisie = (bon: Pick<BonLu, 'reference' | 'date_bon' | 'fournisseur' | 'residence'>) => ({
  reference: bon.reference,
  date_bon: bon.date_bon,
  ...toNommes(bon),
})

function BonEditForm({ bon: listed, onClose, onSaved }: FormProps & { bon: BonLu }) {
  const update = useUpdateBon()
  const form = useContractForm(bonEditInput, toSaisie(listed))
  const { record: bon = listed, onReload } = useRecord(listed, form, { read: readBon, toSaisie })
  return (
    <FormDialog
      title="Modifier le bon d'achat"
      form={form}
      onSubmit={({ reference, date_bon, ...nommes }) =>
        orTellAll(async () => {
          const saved = await update.mutateAsync({
            reference,
            date_bon,
            ...toNommesEnvoyes(nommes, toNommes(bon)),
            id: bon.id,
            version: bon.version,
          })
          onSaved(saved.message)
        })
      }
      onClose={onClose}
      onReload={onReload}
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
        {...withPrintHint(form.getInputProps('reference'))}
      />
      <DateField label="Date du bon" required {...withDateHint(form.getInputProps('date_bon'))} />
      <NommesFields form={form} />
    </FormDialog>
  )
}
