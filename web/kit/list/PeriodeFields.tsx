import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/kit/feedback/Results.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'
import styles from '#web/kit/list/Page.module.css'

/** The calendar weighs a fifth of a screen; it loads with the first tab that filters by days. */
const JourDePeriode = lazyPart(
  () => import('#web/kit/list/JourDePeriode.tsx'),
  'JourDePeriode',
  (_error, retry) => <ErrorState message="Erreur lors du chargement des filtres." onRetry={retry} />,
  () => <div className={styles.attente} />,
)

interface PeriodeProps {
  du: string
  au: string
  onChange: (periode: { du: string; au: string }) => void
}

export const joursDe = ({ du, au, onChange }: PeriodeProps): ReactNode[] => [
  <JourDePeriode key="du" mot="Du" jour={du} onChange={(first) => onChange({ du: first, au })} />,
  <JourDePeriode key="au" mot="Au" jour={au} onChange={(last) => onChange({ du, au: last })} />,
]

export function PeriodeFields({
  set,
  onReset,
  ...periode
}: PeriodeProps & { set: number; onReset: () => void }) {
  return (
    <search className={styles.periode}>
      {joursDe(periode)}
      {set > 0 && (
        <Button variant="subtle" leftSection={<IconFilterOff size={18} stroke={1.6} />} onClick={onReset}>
          Réinitialiser
        </Button>
      )}
    </search>
  )
}
