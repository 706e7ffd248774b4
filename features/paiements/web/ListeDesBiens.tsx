import { CheckIcon, Combobox } from '@mantine/core'
import { estSolde, type BienOffert } from '#features/paiements/web/biensOfferts.ts'
import styles from '#features/paiements/web/ChoixDuBien.module.css'
import { LookupSelect, type LookupProps } from '#web/kit/LookupSelect.tsx'
import { Montant } from '#web/kit/Montant.tsx'

/** Wider than the field, three of which stand in a row; on a phone as wide as the dialog's. */
const WIDE = { width: 'min(380px, calc(90vw - 32px))', position: 'bottom-start' } as const

/** One of the three lists of the payment form: what it is and where, and below what remains to be paid of it. */
export function ListeDesBiens({ biens, ...rest }: LookupProps & { biens: readonly BienOffert[] }) {
  const chosen = biens.find(({ id }) => id === rest.value)
  return (
    <LookupSelect
      {...rest}
      options={biens}
      clearable
      comboboxProps={WIDE}
      classNames={{ input: styles.input }}
      // The field shows the beginning of a long name, which is the same of two lots; here it stands whole.
      description={chosen?.lieu && <span data-nom>{chosen.lieu}</span>}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      renderOption={({ option, checked }) => (
        <>
          <span className={styles.option}>
            <span data-nom>{option.label}</span>
            <Reste bien={biens.find(({ id }) => String(id) === option.value)} />
          </span>
          {checked && <CheckIcon className={Combobox.classes.optionsDropdownCheckIcon} />}
        </>
      )}
    />
  )
}

function Reste({ bien }: { bien: BienOffert | undefined }) {
  if (!bien || bien.reste === null) return null
  return (
    <span className={styles.reste}>
      {estSolde(bien) ? (
        'soldé'
      ) : (
        <>
          reste <Montant decimal={bien.reste} />
        </>
      )}
    </span>
  )
}
