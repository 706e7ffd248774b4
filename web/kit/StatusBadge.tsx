import type { ReactNode } from 'react'
import styles from '#web/kit/States.module.css'

export type Tone = 'green' | 'yellow' | 'blue' | 'red' | 'gray'

/** A state in one word: green disponible/payé/activé, yellow en cours, blue vendu, red saturé/retard/désactivé. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
