import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CODES_PAYEUR, MODE_INCONNU, MODES, PAR_LE_CLIENT, PAYEURS } from '#features/paiements/modes.ts'
import { parLaBanque, REFERENCES, type Figes } from '#features/paiements/web/moyenSaisi.ts'
import styles from '#features/paiements/web/paiements.module.css'
import type { Saisie } from '#features/paiements/web/usePaiement.ts'
import { readReglagesPaiements, reglagesQuery } from '#features/parametres/web/parametres.queries.ts'
import { DateField } from '#web/kit/DateField.tsx'
import { withPrintHint } from '#web/kit/hints.ts'
import { SelectField } from '#web/kit/SelectField.tsx'
import { SuggestField } from '#web/kit/SuggestField.tsx'

const toLines = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const LE_CLIENT = 'client'
const LIGNES_MODE = toLines(MODES)
const LIGNES_PAYEUR = toLines({ [LE_CLIENT]: PAR_LE_CLIENT, ...PAYEURS })

interface MoyenFieldsProps {
  form: UseFormReturnType<Saisie>
  figes: Figes
  /** The proof, beside who pays. */
  children: ReactNode
}

/** How a payment is paid, by its mode, and by whom. Who leaves the mode empty has nothing more to fill in, unless the firm demands it. */
export function MoyenFields({ form, figes, children }: MoyenFieldsProps) {
  const { data } = useQuery(reglagesQuery)
  const { exiger_mode: exige, banques } = readReglagesPaiements(data?.['paiements'])
  const { mode, payeur_type } = form.values
  const reference = mode === null ? undefined : REFERENCES[mode]
  const banque = parLaBanque(mode)
  return (
    <div className={styles.quatre}>
      <SelectField
        {...form.getInputProps('mode')}
        label="Mode de paiement"
        placeholder={MODE_INCONNU}
        withAsterisk={exige}
        disabled={figes.mode}
        data={LIGNES_MODE}
        value={mode}
        clearable={!exige}
        clearButtonProps={{ 'aria-label': 'Effacer le mode de paiement' }}
      />
      {banque && (
        <SuggestField
          label="Banque"
          withAsterisk={exige}
          autoComplete="off"
          maxLength={100}
          disabled={figes.cheque}
          data={banques}
          limit={50}
          {...withPrintHint(form.getInputProps('banque'))}
        />
      )}
      {reference && (
        <TextInput
          label={reference}
          withAsterisk={exige && banque}
          autoComplete="off"
          maxLength={100}
          disabled={figes.cheque}
          {...withPrintHint(form.getInputProps('reference'))}
        />
      )}
      {mode === 'cheque' && (
        <DateField label="Date du chèque" disabled={figes.cheque} {...form.getInputProps('date_cheque')} />
      )}
      {mode === 'especes' && (
        <p className={styles.note} role="note">
          Depuis la loi de finances 2025 (art. 207), un bien immobilier se paie par les circuits bancaires ;
          les notaires doivent refuser les espèces. Vous pouvez enregistrer ce versement, mais l'acte risque
          d'être refusé.
        </p>
      )}
      <SelectField
        className={reference ? styles.premier : undefined}
        {...form.getInputProps('payeur_type')}
        label="Payé par"
        data={LIGNES_PAYEUR}
        value={payeur_type ?? LE_CLIENT}
        onChange={(chosen) =>
          form.setFieldValue('payeur_type', CODES_PAYEUR.find((code) => code === chosen) ?? null)
        }
      />
      {payeur_type !== null && (
        <TextInput
          label="Nom du payeur"
          autoComplete="off"
          maxLength={255}
          {...withPrintHint(form.getInputProps('payeur'))}
        />
      )}
      <div className={styles.double}>{children}</div>
    </div>
  )
}
