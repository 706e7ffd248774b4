import { Textarea, TextInput } from '@mantine/core'
import { blocInput, type Bloc } from '#features/blocs/blocs.contract.ts'
import { blocsQueries, useCreateBloc, useUpdateBloc } from '#features/blocs/web/blocs.queries.ts'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { JustAdded } from '#web/kit/JustAdded.tsx'
import { useAnother } from '#web/kit/useAnother.ts'
import { useRecord } from '#web/kit/useRecord.ts'
import { withPrintHint } from '#web/kit/hints.ts'
import { nextNumero } from '#shared/numero.ts'

interface BlocFormProps {
  /** The bloc to change; none to add one. */
  bloc?: Bloc
  /** The residence chosen in the list's filter, where a new bloc most likely goes. */
  residenceId?: number | null
  onClose: () => void
  onSaved: (message: string) => void
  /** The one that was added. */
  onAdded?: (added: Bloc) => void
}

interface Saisie extends Record<string, unknown> {
  nomloc: string
  description: string
  residence_id: number | null
}

const toSaisie = (bloc: Bloc | undefined, residenceId: number | null): Saisie => ({
  nomloc: bloc?.nomloc ?? '',
  description: bloc?.description ?? '',
  residence_id: bloc?.residence_id ?? residenceId,
})

/** Ajouter un bloc, Modifier le bloc (D2 §2.2, §5). */
export function BlocForm({ bloc: listed, residenceId = null, onClose, onSaved, onAdded }: BlocFormProps) {
  const form = useContractForm<Saisie>(blocInput, toSaisie(listed, residenceId))
  const { record: bloc, onReload } = useRecord(listed, form, {
    read: (id, client) => client.fetchQuery(blocsQueries.read(id)),
    toSaisie: (fresh) => toSaisie(fresh, null),
  })
  const { idempotencyKey, added, first, next } = useAnother()
  const create = useCreateBloc()
  const update = useUpdateBloc()
  return (
    <FormDialog
      title={bloc ? 'Modifier le bloc' : 'Ajouter un bloc'}
      form={form}
      onSubmit={async ({ residence_id, ...values }) => {
        const body = { ...values, residence_id: residence_id ?? '' }
        const saved = bloc
          ? await update.mutateAsync({ ...body, id: bloc.id, version: bloc.version })
          : await create.mutateAsync({ ...body, idempotencyKey })
        if (!bloc) onAdded?.(saved)
        onSaved(saved.message)
      }}
      {...(!bloc && {
        onAnother: (values: Saisie) => {
          form.setValues({ nomloc: nextNumero(values.nomloc) })
          next(values.nomloc)
        },
      })}
      onReload={onReload}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel={bloc ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={
        bloc
          ? 'Erreur lors de la mise à jour. Vérifiez que tous les champs sont valides.'
          : 'Erreur lors de la création. Vérifiez que tous les champs sont valides.'
      }
    >
      <JustAdded what="Bloc" name={added} />
      <TextInput
        label="Nom du bloc"
        required
        autoComplete="off"
        maxLength={255}
        data-autofocus
        ref={first}
        {...withPrintHint(form.getInputProps('nomloc'))}
      />
      <Textarea
        label="Description"
        required
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
      <ResidenceSelect
        label="Résidence"
        required
        placeholder="Sélectionnez une résidence"
        {...form.getInputProps('residence_id')}
        value={form.getValues().residence_id}
      />
    </FormDialog>
  )
}
