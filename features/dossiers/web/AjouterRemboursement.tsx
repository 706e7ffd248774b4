import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { remboursementInput } from '#features/dossiers/remboursements.contract.ts'
import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'
import { useCreateRemboursement } from '#features/dossiers/web/fins.queries.ts'
import styles from '#features/dossiers/web/fins.module.css'
import { MODES, type Mode } from '#features/paiements/modes.ts'
import { parLaBanque, REFERENCES } from '#features/paiements/web/moyenSaisi.ts'
import { readReglagesPaiements, reglagesQuery } from '#features/parametres/web/parametres.queries.ts'
import { fromDecimal } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { DateField } from '#web/kit/DateField.tsx'
import { FieldPair } from '#web/kit/FieldPair.tsx'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { withDateHint, withPrintHint } from '#web/kit/hints.ts'
import { MoneyField } from '#web/kit/MoneyField.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { SuggestField } from '#web/kit/SuggestField.tsx'
import { useIdempotencyKey } from '#web/kit/useIdempotencyKey.ts'

interface Saisie extends Record<string, unknown> {
  jour: string
  montant: number | string
  mode: Mode | null
  banque: string
  reference: string
  note: string
}

const LIGNES_MODE = Object.entries(MODES).map(([value, label]) => ({ value, label }))

/** Gives back some of what was paid, or all that can be at this moment. */
export function AjouterRemboursement({ dossier, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm<Saisie>(remboursementInput, {
    jour: aujourdhui(),
    montant: '',
    mode: null,
    banque: '',
    reference: '',
    note: '',
  })
  const { data } = useQuery(reglagesQuery)
  const { banques } = readReglagesPaiements(data?.['paiements'])
  const create = useCreateRemboursement()
  const idempotencyKey = useIdempotencyKey()
  const { mode } = form.values
  const banque = parLaBanque(mode)
  const reference = mode === null ? undefined : REFERENCES[mode]
  return (
    <FormDialog
      title={`Ajouter un remboursement - Dossier ${dossier.dossier}`}
      form={form}
      onSubmit={async (values) => {
        const { message, ...nouveau } = await create.mutateAsync({
          ...values,
          id: dossier.id,
          // Nobody gets here without a mode: the schema asks for it.
          mode: values.mode ?? 'autre',
          banque: banque ? values.banque : null,
          reference: reference ? values.reference : null,
          idempotencyKey,
        })
        onSaved(message, nouveau)
      }}
      onClose={onClose}
      submitLabel="Ajouter"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'ajout du remboursement."
    >
      <FieldPair>
        <DateField label="Date" withAsterisk required {...withDateHint(form.getInputProps('jour'))} />
        <MoneyField label="Montant" withAsterisk required {...form.getInputProps('montant')} />
      </FieldPair>
      <Maximum dossier={dossier} onTake={(tout) => form.setFieldValue('montant', tout)} />
      <SelectField
        label="Mode"
        withAsterisk
        required
        data={LIGNES_MODE}
        placeholder="Choisir un mode"
        {...form.getInputProps('mode')}
        value={mode}
      />
      {banque && (
        <SuggestField
          label="Banque"
          autoComplete="off"
          maxLength={100}
          data={banques}
          limit={50}
          {...withPrintHint(form.getInputProps('banque'))}
        />
      )}
      {reference && (
        <TextInput
          label={reference}
          autoComplete="off"
          maxLength={100}
          {...withPrintHint(form.getInputProps('reference'))}
        />
      )}
      <Textarea label="Note" autosize minRows={2} maxLength={2000} {...form.getInputProps('note')} />
    </FormDialog>
  )
}

/** How much can be given back now, at one click; what waits for a cheque is said apart. */
function Maximum({
  dossier: { desistement },
  onTake,
}: {
  dossier: DialogDuDossierProps['dossier']
  onTake: (tout: number) => void
}) {
  if (!desistement) return null
  const { a_rembourser, remboursable } = desistement
  const attente = fromDecimal(a_rembourser) - fromDecimal(remboursable)
  return (
    <div className={styles.max}>
      <span>
        Au plus <Montant decimal={remboursable} />
        {attente > 0 && (
          <span className={styles.dim}>
            {' '}
            (<Montant centimes={attente} /> attendent l'encaissement d'un chèque)
          </span>
        )}
      </span>
      <Button variant="default" size="sm" disabled={remboursable <= 0} onClick={() => onTake(remboursable)}>
        Tout rembourser
      </Button>
    </div>
  )
}
