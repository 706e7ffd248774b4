import type { ReactNode } from 'react'
import styles from '#web/kit/ChoixBar.module.css'

/** What is chosen, on whatever page, and what can be done with it: stays in sight at the foot of the screen. */
export function ChoixBar({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <section className={[styles.bar, className].join(' ')} aria-label="Sélection">
      {children}
    </section>
  )
}
