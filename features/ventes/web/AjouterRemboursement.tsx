import { Button, Textarea, TextInput } from '@mantine/core'
import { SurNotreCompte, useNotreCompte } from '#features/comptes/web/SurNotreCompte.tsx'
import { remboursementInput } from '#features/ventes/fins.contract.ts'
import type { DialogDuDossierProps } from '#features/ventes/web/dialogDuDossier.ts'
import { useCreateRemboursement } from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/ventes/web/fins.module.css'
import { type Mode, parLaBanque } from '#features/paiements/modes.ts'
import { BanqueField, LIGNES_MODE, REFERENCES } from '#features/paiements/web/MoyenFields.tsx'
import { fromDecimal } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { DateField } from '#web/kit/field/DateField.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { withDateHint, withPrintHint } from '#web/kit/field/hints.ts'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import { Montant } from '#web/kit/card/Montant.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'

interface Saisie extends Record<string, unknown> {
  jour: string
  montant: number | string
  mode: Mode | null
  banque: string
  reference: string
  compte_id: number | null | undefined
  note: string
}

export function AjouterRemboursement({ dossier, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm<Saisie>(remboursementInput, {
    jour: aujourdhui(),
    montant: '',
    mode: null,
    banque: '',
    reference: '',
    compte_id: undefined,
    note: '',
  })
  const create = useCreateRemboursement()
  const idempotencyKey = useIdempotencyKey()
  const { mode } = form.values
  const banque = parLaBanque(mode)
  const reference = mode === null ? undefined : REFERENCES[mode]
  const compte = useNotreCompte({ asked: banque, chosen: form.values.compte_id })
  return (
    <FormDialog
      title={`Ajouter un remboursement - Dossier ${dossier.dossier}`}
      form={form}
      onSubmit={async (values) => {
        const { message, ...nouveau } = await create.mutateAsync({
          ...values,
          id: dossier.id,
          // The schema requires a mode, so the fallback is never sent.
          mode: values.mode ?? 'autre',
          banque: banque ? values.banque : null,
          reference: reference ? values.reference : null,
          compte_id: compte.id,
          idempotencyKey,
        })
        onSaved(message, nouveau)
      }}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'ajout du remboursement."
    >
      <FieldPair>
        <DateField label="Date" withAsterisk required {...withDateHint(form.getInputProps('jour'))} />
        <MoneyField label="Montant" withAsterisk required {...form.getInputProps('montant')} />
      </FieldPair>
      <Maximum dossier={dossier} onTake={(montant) => form.setFieldValue('montant', montant)} />
      <SelectField
        label="Mode"
        withAsterisk
        required
        data={LIGNES_MODE}
        placeholder="Choisir un mode"
        {...form.getInputProps('mode')}
        value={mode}
      />
      {banque && <BanqueField {...withPrintHint(form.getInputProps('banque'))} />}
      {reference && (
        <TextInput
          label={reference}
          autoComplete="off"
          maxLength={100}
          {...withPrintHint(form.getInputProps('reference'))}
        />
      )}
      <SurNotreCompte
        compte={compte}
        onChange={(id) => form.setFieldValue('compte_id', id)}
        error={form.errors['compte_id']}
      />
      <Textarea label="Note" autosize minRows={2} maxLength={2000} {...form.getInputProps('note')} />
    </FormDialog>
  )
}

/** The refundable maximum at one click; amounts that wait for a cheque are shown apart. */
function Maximum({
  dossier: { desistement },
  onTake,
}: {
  dossier: DialogDuDossierProps['dossier']
  onTake: (montant: number) => void
}) {
  if (!desistement) return null
  const { a_rembourser, remboursable } = desistement
  const attente = fromDecimal(a_rembourser) - fromDecimal(remboursable)
  return (
    <div className={`row ${styles.max}`}>
      <span>
        Au plus <Montant decimal={remboursable} />
        {attente > 0 && (
          <span className="dim">
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
