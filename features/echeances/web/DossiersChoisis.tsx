import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '#features/echeances/web/echeances.module.css'
import { ChoixBar } from '#web/kit/ChoixBar.tsx'

interface DossiersChoisisProps {
  /** « 3 dossiers choisis ». */
  texte: string
  onClear: () => void
  children: ReactNode
}

/** The dossiers that are chosen, and what can be done with them. */
export function DossiersChoisis({ texte, onClear, children }: DossiersChoisisProps) {
  return (
    <ChoixBar className={styles.choix}>
      <strong role="status">{texte}</strong>
      <div className={styles.boutons}>
        {children}
        <Button size="sm" variant="subtle" className={styles.effacer} onClick={onClear}>
          Effacer
        </Button>
      </div>
    </ChoixBar>
  )
}
