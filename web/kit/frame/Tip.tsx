import type { ReactNode } from 'react'
import styles from '#web/kit/frame/Tip.module.css'

/** Tooltip of an icon button on hover and keyboard focus; the button repeats it as its accessible name. */
export function Tip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.tip} data-tip={label}>
      {children}
    </span>
  )
}
