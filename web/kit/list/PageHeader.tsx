import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '#web/kit/list/Page.module.css'

interface PageHeaderProps {
  title: ReactNode
  subtitle?: ReactNode
  /** The primary action as a filled Button, and quieter ones before it. */
  children?: ReactNode
  /** True where wide screens keep the title and all actions on one line, the subtitle below. */
  oneLine?: boolean
}

export function PageHeader({ title, subtitle, children, oneLine }: PageHeaderProps) {
  return (
    <div className={`row between ${styles.header}`} data-one-line={oneLine}>
      <div className={`shrinks ${styles.titles}`}>
        <Title order={1}>{title}</Title>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {children && <div className={`wrap gap-8 ${styles.actions}`}>{children}</div>}
    </div>
  )
}
