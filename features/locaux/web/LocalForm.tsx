import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { blocsQueries } from '#features/blocs/web/blocs.queries.ts'
import { BlocSelect } from '#features/blocs/web/BlocSelect.tsx'
import { localForm } from '#features/locaux/locaux.contract.ts'
import {
  locauxQueries,
  useCreateLocal,
  useUpdateLocal,
  type LocalLu,
} from '#features/locaux/web/locaux.queries.ts'
import { ResidenceSelect } from '#features/residences/web/ResidenceSelect.tsx'
import { AcheteurField } from '#features/ventes/web/AcheteurField.tsx'
import { messageOf } from '#web/kit/api.ts'
import { AreaField } from '#web/kit/AreaField.tsx'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { JustAdded } from '#web/kit/JustAdded.tsx'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { useAnother } from '#web/kit/useAnother.ts'
import { useRecord } from '#web/kit/useRecord.ts'
import { printed } from '#web/kit/hints.ts'
import { numeroSuivant } from '#shared/numero.ts'

interface LocalFormProps {
  /** The local to change; none to add one. */
  local?: LocalLu
  /** What the list's filters say: where a new local most likely goes. */
  filters?: { residence: number | null; bloc: number | null }
  onClose: () => void
  onSaved: (message: string) => void
}

interface Saisie extends Record<string, unknown> {
  residence_id: number | null
  bloc_id: number | null
  num: string
  surface: number | string
  description: string
  montant: number | string
  client_id: number | null
}

/** Ajouter un local, Modifier le local (D2 §2.5, §5). */
export function LocalForm({ local: listed, filters, onClose, onSaved }: LocalFormProps) {
  const form = useContractForm<Saisie>(localForm, initial(listed, filters))
  const { record: local, onReload } = useRecord(listed, form, {
    read: (id, client) => client.fetchQuery(locauxQueries.read(id)),
    toSaisie: (fresh) => initial(fresh, undefined),
    together: ['residence_id', 'bloc_id'],
    onFresh: (fresh) => fresh.client && form.setFieldValue('client_id', null),
  })
  const { idempotencyKey, added, first, next } = useAnother()
  const create = useCreateLocal()
  const update = useUpdateLocal()
  const { residence_id: residenceId, bloc_id: blocId, client_id } = form.getValues()
  const blocs = useQuery({ ...blocsQueries.ofResidence(residenceId ?? 0), enabled: residenceId !== null })
  const { data: taken = [] } = useQuery({
    ...locauxQueries.numerosOfBloc(blocId ?? 0),
    enabled: !local && blocId !== null,
  })
  return (
    <FormDialog
      title={local ? 'Modifier le local' : 'Ajouter un local'}
      form={form}
      onSubmit={async (values) => {
        const body = toBody(values, local)
        if (local) await update.mutateAsync({ ...body, id: local.id, version: local.version })
        else await create.mutateAsync({ ...body, client_id, estDispo: client_id === null, idempotencyKey })
        onSaved(local ? 'Local modifié avec succès !' : 'Local ajouté avec succès !')
      }}
      {...(!local && {
        onAnother: (values: Saisie) => {
          form.setValues({
            num: numeroSuivant(values.num, taken),
            surface: '',
            description: '',
            montant: '',
            client_id: null,
          })
          next(values.num)
        },
      })}
      onReload={onReload}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel={local ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={
        local
          ? 'Erreur lors de la mise à jour. Vérifiez que tous les champs sont valides.'
          : 'Erreur lors de la création. Vérifiez que tous les champs sont valides.'
      }
    >
      <JustAdded what="Local" name={added} />
      <FieldPair>
        <ResidenceSelect
          label="Résidence"
          required
          placeholder="Sélectionnez une résidence"
          data-autofocus
          {...form.getInputProps('residence_id')}
          value={residenceId}
          onChange={(id) => {
            form.setFieldValue('residence_id', id)
            if (id !== residenceId) form.setFieldValue('bloc_id', null)
          }}
        />
        <BlocSelect
          label="Bloc"
          required
          placeholder="Sélectionnez un bloc"
          residenceId={residenceId}
          {...form.getInputProps('bloc_id')}
          error={
            form.errors['bloc_id'] ??
            (blocs.error ? messageOf(blocs.error, 'Erreur lors du chargement des blocs.') : undefined)
          }
          value={blocId}
        />
      </FieldPair>
      <FieldPair>
        <TextInput
          label="Numéro"
          required
          autoComplete="off"
          maxLength={255}
          ref={first}
          {...printed(form.getInputProps('num'))}
        />
        <AreaField label="Surface (m²)" required step={0.01} {...form.getInputProps('surface')} />
      </FieldPair>
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
      <MoneyField label="Montant" required step={0.01} {...form.getInputProps('montant')} />
      <AcheteurField
        sold={local?.client ?? null}
        value={client_id}
        onChange={(id) => form.setFieldValue('client_id', id)}
        error={form.errors['client_id']}
      />
    </FormDialog>
  )
}

function initial(local: LocalLu | undefined, filters: LocalFormProps['filters']): Saisie {
  return {
    residence_id: local?.bloc.residence_id ?? filters?.residence ?? null,
    bloc_id: local?.bloc_id ?? filters?.bloc ?? null,
    num: local?.num ?? '',
    surface: local?.surface ?? '',
    description: local?.description ?? '',
    montant: local?.montant ?? '',
    client_id: null,
  }
}

/** An edit leaves the client out unless one is chosen; a description is cleared when it was there and is emptied. */
function toBody(
  { residence_id, bloc_id, client_id, description, ...rest }: Saisie,
  local: LocalLu | undefined,
) {
  const cleared = local?.description ? null : undefined
  return {
    ...rest,
    residence_id: residence_id ?? '',
    bloc_id: bloc_id ?? '',
    description: description === '' ? cleared : description,
    ...(client_id !== null && { client_id }),
  }
}
