import { Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import styles from '#web/kit/Panneau.module.css'

interface PanneauProps {
  title: string
  /** What can be done in it. */
  buttons?: ReactNode
  children: ReactNode
}

/** One part of a record's own page under its name. */
export function Panneau({ title, buttons, children }: PanneauProps) {
  const id = useId()
  return (
    <section className={styles.panneau} aria-labelledby={id}>
      <div className={styles.tete}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {buttons && <div className={styles.boutons}>{buttons}</div>}
      </div>
      {children}
    </section>
  )
}

/** That a part holds nothing, and what to do about it. */
export function Rien({ children, hint, action }: { children: string; hint?: string; action?: ReactNode }) {
  return (
    <div className={styles.rien}>
      <p>{children}</p>
      {hint && <p className={styles.dim}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
