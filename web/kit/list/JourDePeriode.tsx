import { isJour } from '#shared/dates.ts'
import { DateField } from '#web/kit/field/DateField.tsx'

interface JourProps {
  mot: string
  jour: string
  onChange: (jour: string) => void
}

/** First or last day of a period; a typed text changes the period only once it is a day. */
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
