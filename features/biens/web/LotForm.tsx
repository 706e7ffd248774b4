import type { UseFormReturnType } from '@mantine/form'
import type { QueryClient, UseQueryOptions } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { LOTS, type TypeDeLot } from '#features/biens/biens.kinds.ts'
import { blocsQueries } from '#features/blocs/web/blocs.queries.ts'
import { BlocField, ResidenceField } from '#features/blocs/web/BlocFields.tsx'
import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import { EtageSelect } from '#features/etages/web/EtageSelect.tsx'
import { AcheteurField } from '#features/ventes/web/AcheteurField.tsx'
import { nextNumero } from '#shared/numero.ts'
import { messageOf } from '#web/kit/api.ts'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { JustAdded } from '#web/kit/JustAdded.tsx'
import { useAnother } from '#web/kit/useAnother.ts'
import type { PlanState } from '#web/kit/PdfField.tsx'
import { useRecord } from '#web/kit/useRecord.ts'

/** What the form of every lot asks for: where it stands and, if it is sold at once, to whom. */
export interface LieuEtAcheteur {
  residence_id: number | null
  bloc_id: number | null
  etage_id?: number | null
  client_id: number | null
}

/** A form that has these fields, whatever others it has. */
interface FormeDuLot {
  getValues: () => LieuEtAcheteur
  setFieldValue: (field: keyof LieuEtAcheteur, value: number | null) => void
}

interface Enregistre {
  id: number
  version: number
  client: { nomComplet: string } | null
}

interface LotFormProps<V extends Record<string, unknown>, T extends Enregistre> {
  type: TypeDeLot
  form: UseFormReturnType<V> & FormeDuLot
  /** The lot to change; undefined to add one. */
  listed: T | undefined
  read: (id: number, client: QueryClient) => Promise<T>
  toSaisie: (record: T) => V
  /** The fields of `LieuEtAcheteur` that it has but the client: they make sense together only. */
  together: readonly (keyof V & string)[]
  save: (values: V, record: T | undefined, idempotencyKey: string) => Promise<{ message: string }>
  /** The field of its number, the numbers that are taken where it would stand, and what the next lot does not take over. */
  suivant: { champ: keyof V & string; pris: readonly string[]; vide: Partial<V> }
  plan?: PlanState
  /** Its own fields; `first` is the one to go on with after « Enregistrer et ajouter un autre ». */
  children: (first: RefObject<HTMLInputElement | null>) => ReactNode
  /** After the client. */
  renderLast?: (record: T | undefined) => ReactNode
}

/** The form of a lot: where it stands, its own fields, its client (D2 §2.4, §2.5, §5). */
export function LotForm<V extends Record<string, unknown>, T extends Enregistre>({
  type,
  form,
  listed,
  read,
  toSaisie,
  together,
  save,
  suivant: { champ, pris, vide },
  plan,
  children,
  renderLast,
  onClose,
  onSaved,
}: LotFormProps<V, T> & { onClose: () => void; onSaved: (message: string) => void }) {
  const mots = LOTS[type]
  const { record, onReload } = useRecord(listed, form, {
    read,
    toSaisie,
    together,
    onFresh: (fresh) => fresh.client && form.setFieldValue('client_id', null),
  })
  const { idempotencyKey, added, first, next } = useAnother()
  const lieu: FormeDuLot = form
  return (
    <FormDialog
      title={record ? mots.modifier : mots.ajouter}
      form={form}
      onSubmit={async (values) => {
        onSaved((await save(values, record, idempotencyKey)).message)
      }}
      {...(plan && { plan, size: 'lg' })}
      {...(!record && {
        onAnother: (values: V) => {
          const numero = String(values[champ])
          plan?.choose(null)
          form.setValues({ ...vide, [champ]: nextNumero(numero, pris) })
          next(numero)
        },
      })}
      onReload={onReload}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel={record ? 'Mise à jour...' : 'Enregistrement...'}
      fallback={
        record
          ? 'Erreur lors de la mise à jour. Vérifiez que tous les champs sont valides.'
          : 'Erreur lors de la création. Vérifiez que tous les champs sont valides.'
      }
    >
      <JustAdded what={mots.mot} name={added} />
      <Lieu form={form} etages={mots.dans === 'etage'} />
      {children(first)}
      <AcheteurField
        sold={record?.client ?? null}
        value={lieu.getValues().client_id}
        onChange={(id) => form.setFieldValue('client_id', id)}
        error={form.errors['client_id']}
      />
      {renderLast?.(record)}
    </FormDialog>
  )
}

type Champs = FormeDuLot & Pick<UseFormReturnType<Record<string, unknown>>, 'getInputProps' | 'errors'>

/** Residence, bloc and, of a lot that stands on one, étage: each clears those after it. Why a list does not load stands under it. */
function Lieu({ form, etages }: { form: Champs; etages: boolean }) {
  const { residence_id: residence, bloc_id: bloc, etage_id: etage = null } = form.getValues()
  const blocs = useFailure(blocsQueries.ofResidence(residence ?? 0), residence !== null, 'blocs')
  const etagesFailure = useFailure(etagesQueries.ofBloc(bloc ?? 0), etages && bloc !== null, 'étages')
  // A lot that stands on no étage has no such field.
  const leaveEtage = () => etages && form.setFieldValue('etage_id', null)
  const inResidence = <ResidenceField form={form} onMoved={leaveEtage} />
  const inBloc = <BlocField form={form} failure={blocs} onMoved={leaveEtage} />
  if (!etages)
    return (
      <FieldPair>
        {inResidence}
        {inBloc}
      </FieldPair>
    )
  return (
    <>
      {inResidence}
      <FieldPair>
        {inBloc}
        <EtageSelect
          label="Étage"
          required
          placeholder="Sélectionnez un étage"
          blocId={bloc}
          {...form.getInputProps('etage_id')}
          error={form.errors['etage_id'] ?? etagesFailure}
          value={etage}
        />
      </FieldPair>
    </>
  )
}

function useFailure<T, K extends readonly unknown[]>(
  source: UseQueryOptions<T, Error, T, K>,
  enabled: boolean,
  noun: string,
): string | undefined {
  const { error } = useQuery({ ...source, enabled })
  return error ? messageOf(error, `Erreur lors du chargement des ${noun}.`) : undefined
}
