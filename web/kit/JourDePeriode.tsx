import { isJour } from '#shared/dates.ts'
import { DateField } from '#web/kit/DateField.tsx'

export interface JourProps {
  /** « Du », « Au ». */
  mot: string
  jour: string
  onChange: (jour: string) => void
}

/** The first or the last day of what is shown; what is not a day yet changes nothing. */
export function JourDePeriode({ mot, jour, onChange }: JourProps) {
  return (
    <DateField
      aria-label={mot}
      leftSection={mot}
      leftSectionWidth={40}
      value={jour}
      onChange={(day) => {
        if (day === '' || isJour(day)) onChange(day)
      }}
    />
  )
}
