import type { ReactNode } from 'react'
import styles from '#web/kit/feedback/Feedback.module.css'

interface EmptyStateProps {
  children: ReactNode
  action?: ReactNode
  hint?: ReactNode
}

export function EmptyState({ children, action, hint }: EmptyStateProps) {
  return (
    <div className={`line dim gap-8 ${styles.empty}`} role="status">
      <svg
        width="132"
        height="98"
        viewBox="0 0 132 98"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d="M4 93h124" />
        <path d="M37 57h35M72 36v36M72 12V6M72 72v0M72 93v-7M95 66H82M37 76h10" opacity="0.6" />
        <path className={styles.arch} d="M37 93V57A34 34 0 1 1 95 57V93" strokeWidth="2.2" />
        <path className={styles.arch} d="M58 93a14 14 0 0 1 14-14" strokeDasharray="3 3" />
      </svg>
      <p className={styles.sentence}>{children}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  )
}
