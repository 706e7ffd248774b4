import { fromDecimal, formatCentiemes } from '#shared/argent.ts'
import styles from '#web/kit/feedback/States.module.css'

type AmountProps =
  | { decimal: number | null; centimes?: undefined }
  | { centimes: number; decimal?: undefined }

/** An amount: `decimal` dinars of the API, null for « Non spécifié » (Q56), or `centimes`. `sansUnite` is for a column with the unit. */
export function Montant({ decimal, centimes, sansUnite = false }: AmountProps & { sansUnite?: boolean }) {
  const value = centimes ?? (decimal == null ? null : fromDecimal(decimal))
  if (value === null) return 'Non spécifié'
  return <Figure text={formatCentiemes(value)} unit={sansUnite ? null : 'DA'} />
}

/** Late amount in a column of a table: red, dim where nothing is late. Decimal dinars. */
export function EnRetard({ decimal }: { decimal: number }) {
  return (
    <span className={decimal > 0 ? 'bold alarm' : 'dim'}>
      <Montant decimal={decimal} sansUnite />
    </span>
  )
}

/** An area in m² as the API answers it, « 102,5 m² »; null gives « Non spécifiée » (Q56). */
export function Surface({ decimal }: { decimal: number | null }) {
  if (decimal === null) return 'Non spécifiée'
  return <Figure text={formatCentiemes(fromDecimal(decimal), 'utiles')} unit="m²" />
}

function Figure({ text, unit }: { text: string; unit: string | null }) {
  return (
    <span className={styles.amount}>
      {text}
      {unit !== null && (
        <span className={styles.unit}>
          {'\u00A0'}
          {unit}
        </span>
      )}
    </span>
  )
}
