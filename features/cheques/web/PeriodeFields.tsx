import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import styles from '#features/cheques/web/cheques.module.css'
import { isJour } from '#shared/dates.ts'
import { DateField } from '#web/kit/DateField.tsx'

interface PeriodeProps {
  du: string
  au: string
  onChange: (periode: { du: string; au: string }) => void
}

/** The first and the last day of what is shown; what is not a day yet changes nothing. */
export function JoursFields({ du, au, onChange }: PeriodeProps) {
  const wanted = (day: string, then: (day: string) => void) => {
    if (day === '' || isJour(day)) then(day)
  }
  return (
    <>
      <DateField
        aria-label="Du"
        leftSection="Du"
        leftSectionWidth={40}
        value={du}
        onChange={(day) => wanted(day, (first) => onChange({ du: first, au }))}
      />
      <DateField
        aria-label="Au"
        leftSection="Au"
        leftSectionWidth={40}
        value={au}
        onChange={(day) => wanted(day, (last) => onChange({ du, au: last }))}
      />
    </>
  )
}

/** They alone, where there is nothing to search. */
export function PeriodeFields({
  set,
  onReset,
  ...periode
}: PeriodeProps & { set: number; onReset: () => void }) {
  return (
    <search className={styles.periode}>
      <JoursFields {...periode} />
      {set > 0 && (
        <Button variant="subtle" leftSection={<IconFilterOff size={18} stroke={1.6} />} onClick={onReset}>
          Réinitialiser
        </Button>
      )}
    </search>
  )
}
