import { Button, Textarea, TextInput } from '@mantine/core'
import { ECHEC } from '#features/charges/web/charges.actions.ts'
import styles from '#features/charges/web/Charges.module.css'
import { useCreateReglement, type BonEntierLu } from '#features/charges/web/charges.queries.ts'
import { reglementInput } from '#features/charges/reglements.contract.ts'
import { surCompte } from '#features/charges/reglements.rules.ts'
import { SurNotreCompte, useNotreCompte } from '#features/comptes/web/SurNotreCompte.tsx'
import { CODES_MODE, type Mode } from '#features/paiements/modes.ts'
import { BanqueField, LIGNES_MODE, REFERENCES } from '#features/paiements/web/MoyenFields.tsx'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { aujourdhui } from '#shared/dates.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { withDateHint, withPrintHint } from '#web/kit/field/hints.ts'
import { MoneyField } from '#web/kit/field/NumberField.tsx'
import { useIdempotencyKey } from '#web/kit/form/adding.tsx'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { useContractForm } from '#web/kit/form/form.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'

interface Saisie extends Record<string, unknown> {
  date_reglement: string
  montant: number | string
  mode: Mode | null
  /** Undefined while nobody chose: the only account, else the one last used, is proposed. */
  compte_id: number | null | undefined
  banque: string
  reference: string
  details: string
}

interface ReglementFormProps {
  bon: BonEntierLu
  onClose: () => void
  onSaved: (message: string) => void
}

/** Pays a voucher. The bank is asked for where no account of ours says it. */
export function ReglementForm({ bon: { id, reste }, onClose, onSaved }: ReglementFormProps) {
  const idempotencyKey = useIdempotencyKey()
  const create = useCreateReglement()
  const form = useContractForm<Saisie>(reglementInput, {
    date_reglement: aujourdhui(),
    montant: '',
    mode: null,
    compte_id: undefined,
    banque: '',
    reference: '',
    details: '',
  })
  const { mode, montant, compte_id } = form.getValues()
  const parBanque = mode !== null && surCompte(mode)
  // Asked for from the beginning, so that no field comes and goes once a mode is chosen.
  const compte = useNotreCompte({ asked: true, chosen: compte_id })
  const banque = parBanque && compte.id === null
  const reference = mode === null ? undefined : REFERENCES[mode]
  async function save({ mode: how, ...saisi }: Saisie) {
    if (how === null) return false
    const saved = await create.mutateAsync({
      ...saisi,
      mode: how,
      compte_id: parBanque ? compte.id : null,
      banque: banque ? saisi.banque : null,
      reference: reference === undefined ? null : saisi.reference,
      bonId: id,
      idempotencyKey,
    })
    onSaved(saved.message)
    return true
  }
  return (
    <FormDialog
      title="Ajouter un règlement"
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel="Enregistrer"
      busyLabel="Enregistrement..."
      fallback={ECHEC}
    >
      <FieldPair>
        <DateField label="Date" required {...withDateHint(form.getInputProps('date_reglement'))} />
        <SelectField
          {...form.getInputProps('mode')}
          label="Mode de règlement"
          required
          data={LIGNES_MODE}
          value={mode}
          onChange={(chosen) => {
            form.setFieldValue('mode', CODES_MODE.find((code) => code === chosen) ?? null)
          }}
        />
      </FieldPair>
      <div className="stack gap-4">
        <MoneyField
          label="Montant"
          required
          min={0}
          step={0.01}
          data-autofocus
          {...form.getInputProps('montant')}
        />
        <div className="row between gap-4-8">
          <span className="dim small">Reste à régler : {formatMontant(fromDecimal(reste))}</span>
          {Number(montant) !== reste && (
            <Button
              variant="subtle"
              size="sm"
              className={styles.tout}
              onClick={() => form.setFieldValue('montant', reste)}
            >
              Régler tout le reste
            </Button>
          )}
        </div>
      </div>
      {reference && (
        <TextInput
          label={reference}
          maxLength={100}
          autoComplete="off"
          {...withPrintHint(form.getInputProps('reference'))}
        />
      )}
      {parBanque && (
        <SurNotreCompte
          compte={compte}
          onChange={(chosen) => form.setFieldValue('compte_id', chosen)}
          error={form.errors['compte_id']}
        />
      )}
      {banque && <BanqueField {...withPrintHint(form.getInputProps('banque'))} />}
      <Textarea label="Détails" autosize minRows={2} maxLength={2000} {...form.getInputProps('details')} />
    </FormDialog>
  )
}
