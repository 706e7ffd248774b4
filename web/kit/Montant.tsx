import { fromDecimal, formatCentiemes } from '#shared/argent.ts'
import styles from '#web/kit/States.module.css'

type AmountProps =
  | { decimal: number | null; centimes?: undefined }
  | { centimes: number; decimal?: undefined }

/**
 * An amount, « 1 234 567,50 DA », the unit lighter than the number. `decimal` as the API gives it, or `centimes`; what is
 * not known is « Non spécifié » (Q56).
 * `sansUnite` in a column whose title says the unit.
 */
export function Montant({ decimal, centimes, sansUnite = false }: AmountProps & { sansUnite?: boolean }) {
  const value = centimes ?? (decimal == null ? null : fromDecimal(decimal))
  if (value === null) return 'Non spécifié'
  return <Figure text={formatCentiemes(value)} unit={sansUnite ? null : 'DA'} />
}

/** An area as the API gives it, « 102,5 m² »; « Non spécifiée » when it is not known (Q56). */
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
