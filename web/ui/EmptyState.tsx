import type { ReactNode } from 'react'
import styles from '#web/ui/Feedback.module.css'

interface EmptyStateProps {
  /** The specified sentence: « Aucun client disponible. ». */
  children: ReactNode
  /** The first thing to do, as a Button. */
  action?: ReactNode
  /** A second, smaller sentence: other pages exist, what to try. */
  hint?: ReactNode
}

/** Nothing to show: a small drawing, one sentence, the first thing to do. */
export function EmptyState({ children, action, hint }: EmptyStateProps) {
  return (
    <div className={styles.empty} role="status">
      <svg width="132" height="96" viewBox="0 0 132 96" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" aria-hidden>
        <path d="M4 90h124M20 90V40h92v50M20 52h16M48 52h14M62 40v20M62 72v18M62 72h14M90 72h22M90 40v18" opacity="0.55" />
        <path className={styles.arch} d="M49 90V34.5A22 22 0 1 1 83 34.5V90" strokeWidth="2.2" />
        <path className={styles.arch} d="M66 90v-9a13 13 0 0 1 13 9" strokeDasharray="3 3" />
      </svg>
      <p className={styles.sentence}>{children}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  )
}
