import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { prolongationInput } from '#features/options/options.contract.ts'
import { optionsQueries, useProlongOption, type OptionLue } from '#features/options/web/options.queries.ts'
import { describeDuree, jourPropose } from '#features/options/web/options.words.ts'
import { reglagesQuery } from '#features/parametres/web/parametres.queries.ts'
import { aujourdhui } from '#shared/dates.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'

interface ProlongerOptionProps {
  option: OptionLue
  onClose: () => void
  onSaved: (message: string) => void
}

export function ProlongerOption(props: ProlongerOptionProps) {
  const { data, isPending } = useQuery(reglagesQuery)
  return isPending ? null : <Saisie {...props} propose={jourPropose(data?.['ventes'])} />
}

interface Values extends Record<string, unknown> {
  expire_le: string
  note: string
  client_id: number | null
}

function Saisie({ option: listed, propose, onClose, onSaved }: ProlongerOptionProps & { propose: string }) {
  /** The proposed day is never before the present last day. */
  const toSaisie = ({ expire_le, note }: OptionLue): Values => ({
    expire_le: expire_le > propose ? expire_le : propose,
    note: note ?? '',
    client_id: null,
  })
  const form = useContractForm<Values>(prolongationInput, toSaisie(listed))
  const { record = listed, onReload } = useRecord(listed, form, {
    read: (_id, cache) => cache.fetchQuery({ ...optionsQueries.ofBien(listed.bien.id), staleTime: 0 }),
    toSaisie,
  })
  const prolonger = useProlongOption()
  const { expire_le, client_id } = form.getValues()
  return (
    <FormDialog
      title={`Prolonger l'option - ${record.bien.designation}`}
      form={form}
      onSubmit={async (values) => {
        const { id, version } = record
        onSaved((await prolonger.mutateAsync({ ...values, id, version })).message)
      }}
      onReload={onReload}
      onClose={onClose}
      submitLabel="Prolonger"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de la prolongation de l'option."
    >
      <DateField
        label="Jusqu'au"
        required
        data-autofocus
        openOnFocus={false}
        minDate={aujourdhui()}
        description={describeDuree(expire_le)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('expire_le')}
      />
      {record.client_id === null && (
        <ClientSelect
          label="Client"
          placeholder="Choisir un client"
          clearable
          clearButtonProps={{ 'aria-label': 'Retirer le client choisi' }}
          error={form.errors['client_id']}
          value={client_id}
          onChange={(id) => form.setFieldValue('client_id', id)}
        />
      )}
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
