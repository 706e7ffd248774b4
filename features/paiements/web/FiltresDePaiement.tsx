import { Button } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AdresseDesFiltres } from '#features/paiements/web/filtresDePaiement.ts'
import styles from '#features/paiements/web/versements.module.css'
import { ErrorState } from '#web/kit/ErrorState.tsx'
import { lazyPart } from '#web/kit/lazyPart.tsx'

interface BoutonProps {
  set: number
  open: boolean
  /** The id of what it unfolds. */
  controls: string
  onToggle: () => void
}

/** « Filtres de paiement (2) », which unfolds them. */
export function BoutonDesFiltres({ set, open, controls, onToggle }: BoutonProps) {
  return (
    <Button
      className={styles.bouton}
      variant="default"
      leftSection={<IconCash size={18} stroke={1.6} />}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
    >
      {set > 0 ? `Filtres de paiement (${set})` : 'Filtres de paiement'}
    </Button>
  )
}

interface PanneauProps {
  id: string
  address: AdresseDesFiltres
  onChange: (patch: Partial<AdresseDesFiltres>) => void
  /** Selects of the screen's own, after these. */
  children?: ReactNode
}

/** Its calendar is for those who unfold it. */
const Champs = lazyPart(
  () => import('#features/paiements/web/ChampsDesFiltres.tsx'),
  'ChampsDesFiltres',
  (_error, retry) => <ErrorState message="Erreur lors du chargement des filtres." onRetry={retry} />,
  () => <div className={styles.attente} />,
)

/** What {@link BoutonDesFiltres} unfolds. */
export function PanneauDesFiltres({ id, ...champs }: PanneauProps) {
  return (
    <section id={id} className={styles.panneau} aria-label="Filtres de paiement">
      <Champs {...champs} />
    </section>
  )
}
