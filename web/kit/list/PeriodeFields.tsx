import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { formatJourCourt, isJour } from '#shared/dates.ts'
import { ErrorState } from '#web/kit/feedback/Results.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'
import { usePuce } from '#web/kit/list/Puces.tsx'
import styles from '#web/kit/list/Page.module.css'

/** The calendar weighs a fifth of a screen; it loads with the first tab that filters by days. */
const DateField = lazyPart(
  () => import('#web/kit/field/DateField.tsx'),
  'DateField',
  (_error, retry) => <ErrorState message="Erreur lors du chargement des filtres." onRetry={retry} />,
  () => <div className={styles.attente} />,
)

interface JourProps {
  mot: string
  jour: string
  onChange: (jour: string) => void
}
interface ChampJourProps extends JourProps {
  largeur: number
  /** The last day that the calendar offers. */
  max?: string
}

/** First or last day of a period. */
function JourDePeriode({ mot, jour, onChange }: JourProps) {
  usePuce(isJour(jour) ? `${mot} ${formatJourCourt(jour)}` : undefined, () => onChange(''))
  return <ChampJour mot={mot} jour={jour} largeur={40} onChange={onChange} />
}

/** A day of a line of filters, its word in the field; a typed text changes it only once it is a day. @param largeur pixels of the word */
export function ChampJour({ mot, jour, largeur, max, onChange }: ChampJourProps) {
  return (
    <DateField
      aria-label={mot}
      leftSection={mot}
      leftSectionWidth={largeur}
      {...(max && { maxDate: max })}
      value={jour}
      onChange={(day) => {
        if (day === '' || isJour(day)) onChange(day)
      }}
    />
  )
}

interface PeriodeProps {
  du: string
  au: string
  onChange: (periode: { du: string; au: string }) => void
}

/** « Du » and « Au », which no line of filters parts. */
export function Jours({ du, au, onChange }: PeriodeProps) {
  return (
    <div className={`flex gap-8 ${styles.jours}`}>
      <JourDePeriode mot="Du" jour={du} onChange={(first) => onChange({ du: first, au })} />
      <JourDePeriode mot="Au" jour={au} onChange={(last) => onChange({ du, au: last })} />
    </div>
  )
}

export function PeriodeFields({
  set,
  onReset,
  ...periode
}: PeriodeProps & { set: number; onReset: () => void }) {
  return (
    <search className={`wrap gap-12 ${styles.periode}`}>
      <Jours {...periode} />
      {set > 0 && (
        <Button variant="subtle" leftSection={<IconFilterOff size={18} stroke={1.6} />} onClick={onReset}>
          Réinitialiser
        </Button>
      )}
    </search>
  )
}
