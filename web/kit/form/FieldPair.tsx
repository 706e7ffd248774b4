import type { ReactNode } from 'react'
import styles from '#web/kit/dialog/Dialog.module.css'

export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={`stack at-top gap-14 ${styles.pair}`}>{children}</div>
}

export function FieldTrio({ children }: { children: ReactNode }) {
  return <div className={`column gap-14 at-top ${styles.trio}`}>{children}</div>
}
