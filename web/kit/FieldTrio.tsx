import type { ReactNode } from 'react'
import styles from '#web/kit/Dialog.module.css'

/** Three fields of a wide dialog that belong together, side by side; one under the other on a phone. */
export function FieldTrio({ children }: { children: ReactNode }) {
  return <div className={styles.trio}>{children}</div>
}
