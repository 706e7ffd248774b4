import { moisEntre, type Mois } from '#features/rapports/periode.rules.ts'
import styles from '#features/rapports/web/rapports.module.css'
import { addMois, aujourdhui, formatMoisCourt, isMois } from '#shared/dates.ts'
import { SelectField } from '#web/kit/select/SelectField.tsx'

/** How far back the months of a report are offered; an older one can stand in the address. */
const ANNEES = 5

interface MoisDuRapportProps {
  mois: Mois
  onChange: (mois: Mois) => void
  /** A line before the months, such as « Tous les mois ». */
  premier?: { value: string; label: string }
}

/** Choice of the month of a report, the newest first. */
export function MoisDuRapport({ mois, onChange, premier }: MoisDuRapportProps) {
  const au = aujourdhui().slice(0, 7)
  const offerts = moisEntre({ du: addMois(`${au}-01`, -12 * ANNEES).slice(0, 7), au })
  const tous = [...new Set([...offerts, ...(isMois(mois) ? [mois] : [])])].toSorted().toReversed()
  return (
    <SelectField
      label="Mois"
      className={styles.moyen}
      data={[
        ...(premier ? [premier] : []),
        ...tous.map((one) => ({ value: one, label: formatMoisCourt(one) })),
      ]}
      value={mois}
      onChange={(next) => {
        if (next !== null) onChange(next)
      }}
    />
  )
}
