import type { ReactNode } from 'react'
import styles from '#web/kit/Tip.module.css'

/** A short label under an icon, on hover and keyboard focus. The icon's button carries the same words as its accessible name. */
export function Tip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.tip} data-tip={label}>
      {children}
    </span>
  )
}
