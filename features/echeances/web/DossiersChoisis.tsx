import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '#features/echeances/web/echeances.module.css'

interface DossiersChoisisProps {
  /** « 3 dossiers choisis ». */
  texte: string
  onClear: () => void
  children: ReactNode
}

/** What is chosen, on whatever page, and what can be done with it: stays in sight at the foot of the screen. */
export function DossiersChoisis({ texte, onClear, children }: DossiersChoisisProps) {
  return (
    <section className={styles.choix} aria-label="Sélection">
      <strong role="status">{texte}</strong>
      <div className={styles.boutons}>
        {children}
        <Button size="sm" variant="subtle" className={styles.effacer} onClick={onClear}>
          Effacer
        </Button>
      </div>
    </section>
  )
}
