import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LOTS, type TypeDeLot } from '#features/biens/biens.kinds.ts'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { BlocField, EtageSelect, ResidenceField } from '#features/structure/web/LieuSelects.tsx'
import { ECHECS, RecordForm, type RecordFormProps } from '#features/structure/web/RecordForm.tsx'
import { blocsQueries, etagesQueries } from '#features/structure/web/structure.queries.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'

/** Buyer of the form: none at first, also of a sold lot, since removing one has its own action (Q130). */
export const SANS_ACHETEUR: { client_id: number | null } = { client_id: null }

interface LieuEtAcheteur {
  residence_id: number | null
  bloc_id: number | null
  etage_id?: number | null
  client_id: number | null
}

interface FormeDuLot {
  getValues: () => LieuEtAcheteur
  setFieldValue: (field: keyof LieuEtAcheteur, value: number | null) => void
}

interface Enregistre {
  id: number
  version: number
  client: { nomComplet: string } | null
}

interface LotFormProps<V extends Record<string, unknown>, T extends Enregistre> extends Omit<
  RecordFormProps<V, T>,
  'mots' | 'onFresh'
> {
  type: TypeDeLot
  form: UseFormReturnType<V> & FormeDuLot
  renderLast?: (record: T | undefined) => ReactNode
}

/** Form of a lot: its place, its own fields, its client (D2 §2.4, §2.5, §5). */
export function LotForm<V extends Record<string, unknown>, T extends Enregistre>({
  type,
  children,
  renderLast,
  ...props
}: LotFormProps<V, T>) {
  const { form } = props
  const lieu: FormeDuLot = form
  return (
    <RecordForm
      {...props}
      mots={{ ...LOTS[type], ...ECHECS }}
      onFresh={({ client }) => client && form.setFieldValue('client_id', null)}
    >
      {(first, record) => (
        <>
          <Lieu form={form} etages={LOTS[type].dans === 'etage'} />
          {children(first, record)}
          <AcheteurField
            sold={record?.client ?? null}
            value={lieu.getValues().client_id}
            onChange={(id) => form.setFieldValue('client_id', id)}
            error={form.errors['client_id']}
          />
          {renderLast?.(record)}
        </>
      )}
    </RecordForm>
  )
}

type Champs = FormeDuLot & Pick<UseFormReturnType<Record<string, unknown>>, 'getInputProps' | 'errors'>

/** Residence, bloc and étage: each one clears the next. The reason why a list does not load stands under it. */
function Lieu({ form, etages }: { form: Champs; etages: boolean }) {
  const { residence_id: residence, bloc_id: bloc, etage_id: etage = null } = form.getValues()
  const blocs = useFailure(blocsQueries.ofResidence(residence ?? 0), residence !== null, 'blocs')
  const etagesFailure = useFailure(etagesQueries.ofBloc(bloc ?? 0), etages && bloc !== null, 'étages')
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

interface AcheteurFieldProps {
  /** Buyer of a sold lot; the field is then read-only, since removing has its own action (Q130). */
  sold: { nomComplet: string } | null
  value: number | null
  onChange: (id: number | null) => void
  error?: ReactNode
}

function AcheteurField({ sold, value, onChange, error }: AcheteurFieldProps) {
  if (sold) {
    return (
      <TextInput
        label="Client"
        readOnly
        value={sold.nomComplet}
        error={error}
        description="Pour en choisir un autre, retirez d'abord ce client."
      />
    )
  }
  return (
    <ClientSelect
      label="Client"
      placeholder="Aucun client"
      clearable
      clearButtonProps={{ 'aria-label': 'Retirer le client choisi' }}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
