import { PAR_LE_CLIENT, PAYEURS } from '#features/paiements/modes.ts'
import { SelectField } from '#web/kit/SelectField.tsx'

const CHOIX = [
  { value: '', label: 'Tous les payeurs' },
  { value: 'client', label: PAR_LE_CLIENT },
  ...Object.entries(PAYEURS).map(([value, label]) => ({ value, label })),
]

/** The payer that an address names, undefined for all of them. */
export const readPayeur = (code: string): string | undefined =>
  code !== '' && CHOIX.some(({ value }) => value === code) ? code : undefined

/** « Payé par », as a filter; '' for all. */
export function ChoixDuPayeur({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  return (
    <SelectField
      label="Payé par"
      data={CHOIX}
      value={readPayeur(value) ?? ''}
      onChange={(code) => onChange(code ?? '')}
    />
  )
}
