import { Button, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import styles from '#web/kit/card/Panneau.module.css'

interface PanneauProps {
  title: string
  buttons?: ReactNode
  /** Sentence that says what is missing; it makes the panel one line. */
  vide?: string | null
  children?: ReactNode
}

export function Panneau({ title, buttons, vide = null, children }: PanneauProps) {
  const id = useId()
  return (
    <section
      className={`column card gap-12 packed ${styles.panneau}`}
      aria-labelledby={id}
      data-vide={vide !== null || undefined}
    >
      <div className={`row between gap-8-16 ${styles.tete}`}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {vide !== null && <p>{vide}</p>}
        {buttons && <div className="row gap-8">{buttons}</div>}
      </div>
      {children}
    </section>
  )
}

interface PanneauButtonProps {
  icon: Icon
  onClick: () => void
  children: string
}

export function PanneauButton({ icon: Icon, onClick, children }: PanneauButtonProps) {
  return (
    <Button variant="default" size="sm" leftSection={<Icon size={18} stroke={1.6} />} onClick={onClick}>
      {children}
    </Button>
  )
}

export function Rien({ children, hint, action }: { children: string; hint?: string; action?: ReactNode }) {
  return (
    <div className={styles.rien}>
      <p>{children}</p>
      {hint && <p className="dim">{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
