import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '#web/kit/Page.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** One line under the title: what is shown, how many. */
  subtitle?: ReactNode
  /** The primary action (a filled Button), and quieter ones before it. */
  children?: ReactNode
}

/** The first line of every screen: its title, the primary action on the right. */
export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <div className={styles.titles}>
        <Title order={1}>{title}</Title>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
