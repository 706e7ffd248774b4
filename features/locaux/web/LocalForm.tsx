import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LotForm, type LieuEtAcheteur } from '#features/biens/web/LotForm.tsx'
import type { LieuChoisi, LotFormProps } from '#features/biens/web/lots.ts'
import { localForm } from '#features/locaux/locaux.contract.ts'
import {
  locauxQueries,
  useCreateLocal,
  useUpdateLocal,
  type LocalLu,
} from '#features/locaux/web/locaux.queries.ts'
import { AreaField } from '#web/kit/AreaField.tsx'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { withPrintHint } from '#web/kit/hints.ts'

interface Saisie extends LieuEtAcheteur, Record<string, unknown> {
  num: string
  surface: number | string
  description: string
  montant: number | string
}

/** Ajouter un local, Modifier le local (D2 §2.5, §5). */
export function LocalForm({ listed, filters, onClose, onSaved }: LotFormProps<LocalLu>) {
  const form = useContractForm<Saisie>(localForm, initial(listed, filters))
  const create = useCreateLocal()
  const update = useUpdateLocal()
  const { bloc_id: bloc } = form.getValues()
  const { data: pris = [] } = useQuery({
    ...locauxQueries.numerosOfBloc(bloc ?? 0),
    enabled: !listed && bloc !== null,
  })
  return (
    <LotForm
      type="local"
      form={form}
      listed={listed}
      read={(id, client) => client.fetchQuery(locauxQueries.read(id))}
      toSaisie={(fresh) => initial(fresh)}
      together={['residence_id', 'bloc_id']}
      save={(values, local, idempotencyKey) => {
        const body = toBody(values, local)
        if (local) return update.mutateAsync({ ...body, id: local.id, version: local.version })
        const { client_id } = values
        return create.mutateAsync({ ...body, client_id, estDispo: client_id === null, idempotencyKey })
      }}
      suivant={{
        champ: 'num',
        pris,
        vide: { surface: '', description: '', montant: '', client_id: null },
      }}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(first) => (
        <>
          <FieldPair>
            <TextInput
              label="Numéro"
              required
              autoComplete="off"
              maxLength={255}
              ref={first}
              {...withPrintHint(form.getInputProps('num'))}
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
        </>
      )}
    </LotForm>
  )
}

function initial(local?: LocalLu, filters?: LieuChoisi): Saisie {
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
