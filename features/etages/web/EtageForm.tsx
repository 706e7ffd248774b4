import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BlocField, ResidenceField } from '#features/blocs/web/BlocFields.tsx'
import { etageForm, type Etage } from '#features/etages/etages.contract.ts'
import { etagesQueries, useCreateEtage, useUpdateEtage } from '#features/etages/web/etages.queries.ts'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { JustAdded } from '#web/kit/JustAdded.tsx'
import { NumberField } from '#web/kit/NumberField.tsx'
import { useAnother } from '#web/kit/useAnother.ts'
import { useRecord } from '#web/kit/useRecord.ts'
import { withPrintHint } from '#web/kit/hints.ts'
import { nextNumero } from '#shared/numero.ts'

interface EtageFormProps {
  /** The étage to change; none to add one. */
  etage?: Etage
  /** What the list's filters say: where a new étage most likely goes. */
  filters?: { residence: number | null; bloc: number | null }
  onClose: () => void
  onSaved: (message: string) => void
  /** The one that was added. */
  onAdded?: (added: Etage) => void
}

interface Saisie extends Record<string, unknown> {
  residence_id: number | null
  bloc_id: number | null
  designation: string
  niveau: number | string
  logement_par_palier: number | string
}

const toSaisie = (etage: Etage | undefined, filters: EtageFormProps['filters']): Saisie => ({
  residence_id: etage?.bloc.residence.id ?? filters?.residence ?? null,
  bloc_id: etage?.bloc_id ?? filters?.bloc ?? null,
  designation: etage?.designation ?? '',
  niveau: etage?.niveau ?? '',
  logement_par_palier: etage?.logement_par_palier ?? '',
})

/** Ajouter un étage, Modifier l'étage (D2 §2.3, §5). */
export function EtageForm({ etage: listed, filters, onClose, onSaved, onAdded }: EtageFormProps) {
  const form = useContractForm<Saisie>(etageForm, toSaisie(listed, filters))
  const { record: etage, onReload } = useRecord(listed, form, {
    read: (id, client) => client.fetchQuery(etagesQueries.read(id)),
    toSaisie: (fresh) => toSaisie(fresh, undefined),
    together: ['residence_id', 'bloc_id'],
  })
  const { idempotencyKey, added, first, next } = useAnother()
  const create = useCreateEtage()
  const update = useUpdateEtage()
  const { bloc_id: blocId } = form.getValues()
  const { data: siblings = [] } = useQuery({ ...etagesQueries.ofBloc(blocId ?? 0), enabled: blocId !== null })
  const taken = siblings.map(({ designation }) => designation)
  return (
    <FormDialog
      title={etage ? "Modifier l'étage" : 'Ajouter un étage'}
      form={form}
      onSubmit={async ({ residence_id, bloc_id, ...values }) => {
        const body = { ...values, residence_id: residence_id ?? '', bloc_id: bloc_id ?? '' }
        const saved = etage
          ? await update.mutateAsync({ ...body, id: etage.id, version: etage.version })
          : await create.mutateAsync({ ...body, idempotencyKey })
        if (!etage) onAdded?.(saved)
        onSaved(saved.message)
      }}
      {...(!etage && {
        onAnother: (values: Saisie) => {
          form.setValues({
            designation: nextNumero(values.designation, taken),
            niveau: Number(values.niveau) + 1,
          })
          next(values.designation)
        },
      })}
      onReload={onReload}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel={etage ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={etage ? 'Erreur lors de la mise à jour.' : 'Erreur lors de la création. Vérifiez les champs.'}
    >
      <JustAdded what="Étage" name={added} />
      <ResidenceField form={form} />
      <BlocField form={form} />
      <TextInput
        label="Désignation"
        required
        autoComplete="off"
        maxLength={255}
        ref={first}
        {...withPrintHint(form.getInputProps('designation'))}
      />
      <FieldPair>
        <NumberField
          label="Niveau"
          required
          decimalScale={0}
          allowNegative
          {...form.getInputProps('niveau')}
        />
        <NumberField
          label="Logements par palier"
          required
          decimalScale={0}
          {...form.getInputProps('logement_par_palier')}
        />
      </FieldPair>
    </FormDialog>
  )
}
