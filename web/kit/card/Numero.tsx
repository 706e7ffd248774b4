import type { ReactNode } from 'react'
import styles from '#web/kit/card/EntityCard.module.css'

/** The number of a bien, which breaks at none of its blanks and signs unless it is longer than a line. */
export function Numero({ children }: { children: ReactNode }) {
  return <span className={styles.numero}>{children}</span>
}
