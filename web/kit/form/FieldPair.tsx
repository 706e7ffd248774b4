import type { ReactNode } from 'react'
import styles from '#web/kit/dialog/Dialog.module.css'

export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

export function FieldTrio({ children }: { children: ReactNode }) {
  return <div className={styles.trio}>{children}</div>
}
