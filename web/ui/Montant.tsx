import { depuisDecimal, formaterCentiemes } from '#shared/argent.ts'
import styles from '#web/ui/States.module.css'

type AmountProps = { decimal: number; centimes?: undefined } | { centimes: number; decimal?: undefined }

/**
 * An amount, « 1 234 567,50 DA », the unit lighter than the number. `decimal` as the API gives it, or `centimes`.
 * `sansUnite` in a column whose title says the unit.
 */
export function Montant({ decimal, centimes, sansUnite = false }: AmountProps & { sansUnite?: boolean }) {
  return (
    <Figure text={formaterCentiemes(centimes ?? depuisDecimal(decimal))} unit={sansUnite ? null : 'DA'} />
  )
}

/** An area, « 102,5 m² ». `decimal` m² as the API gives them, or `centiemes` (hundredths of m²). */
export function Surface({
  decimal,
  centiemes,
}: { decimal: number; centiemes?: undefined } | { centiemes: number; decimal?: undefined }) {
  return <Figure text={formaterCentiemes(centiemes ?? depuisDecimal(decimal), 'utiles')} unit="m²" />
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
