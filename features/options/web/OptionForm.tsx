import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ClientSelect } from '#features/clients/web/ClientSelect.tsx'
import { optionForm } from '#features/options/options.contract.ts'
import { useCreateOption, type BienNomme } from '#features/options/web/options.queries.ts'
import { describeDuree, jourPropose } from '#features/options/web/options.words.ts'
import { reglagesQuery } from '#features/parametres/web/parametres.queries.ts'
import { libelleDuBien } from '#shared/biens.ts'
import { aujourdhui } from '#shared/dates.ts'
import { pasteLines } from '#web/kit/field/pasteLines.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { Segments } from '#web/kit/list/ViewSwitch.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface OptionFormProps {
  bien: BienNomme
  onClose: () => void
  onSaved: (message: string) => void
}

/** The form opens once the proposed duration has loaded. */
export function OptionForm(props: OptionFormProps) {
  const { data, isPending } = useQuery(reglagesQuery)
  return isPending ? null : <Saisie {...props} propose={jourPropose(data?.['ventes'])} />
}

interface Values extends Record<string, unknown> {
  titulaire: 'client' | 'autre'
  client_id: number | null
  nom: string
  tel: string
  expire_le: string
  note: string
}

function Saisie({ bien, propose, onClose, onSaved }: OptionFormProps & { propose: string }) {
  const form = useContractForm<Values>(optionForm, {
    titulaire: 'client',
    client_id: null,
    nom: '',
    tel: '',
    expire_le: propose,
    note: '',
  })
  const { titulaire, client_id, expire_le } = form.getValues()
  const poser = useCreateOption()
  const idempotencyKey = useIdempotencyKey()
  return (
    <FormDialog
      title={`Poser une option - ${libelleDuBien(bien.type, bien.numero)}`}
      form={form}
      onSubmit={async ({ titulaire: who, client_id: client, nom, tel, ...rest }) => {
        const holder = who === 'client' ? { client_id: client } : { nom, tel }
        onSaved((await poser.mutateAsync({ ...rest, ...holder, bien_id: bien.id, idempotencyKey })).message)
      }}
      onClose={onClose}
      submitLabel="Poser l'option"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de la pose de l'option."
    >
      <Segments
        label="Titulaire"
        choices={[
          { value: 'client', label: 'Client existant' },
          { value: 'autre', label: 'Autre personne' },
        ]}
        value={titulaire}
        onChange={(value) => {
          form.clearErrors()
          form.setFieldValue('titulaire', value)
        }}
      />
      {titulaire === 'client' ? (
        <ClientSelect
          label="Client"
          required
          placeholder="Choisir un client"
          data-autofocus
          error={form.errors['client_id']}
          value={client_id}
          onChange={(id) => form.setFieldValue('client_id', id)}
        />
      ) : (
        <FieldPair>
          <TextInput
            label="Nom"
            required
            autoComplete="off"
            maxLength={255}
            {...withPrintHint(form.getInputProps('nom'))}
          />
          <TextInput
            label="Téléphone"
            type="tel"
            onPaste={pasteLines}
            autoComplete="off"
            maxLength={50}
            {...form.getInputProps('tel')}
          />
        </FieldPair>
      )}
      <DateField
        label="Jusqu'au"
        required
        openOnFocus={false}
        minDate={aujourdhui()}
        description={describeDuree(expire_le)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('expire_le')}
      />
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
