import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { AideDeLEcran } from '#web/kit/list/AideDeLEcran.tsx'
import styles from '#web/kit/list/Page.module.css'

interface PageHeaderProps {
  title: ReactNode
  subtitle?: ReactNode
  /** The primary action as a filled Button, and quieter ones before it. */
  children?: ReactNode
  /** True where wide screens keep the title and all actions on one line, the subtitle below. */
  oneLine?: boolean
}

/** The head of a screen: its title, « ? » beside it, what can be done. */
export function PageHeader({ title, subtitle, children, oneLine }: PageHeaderProps) {
  return (
    <div className={`row between ${styles.header}`} data-one-line={oneLine}>
      <div className={`shrinks ${styles.titles}`}>
        <div className={`flex gap-4 ${styles.title}`}>
          <Title order={1} className="shrinks">
            {title}
          </Title>
          <AideDeLEcran />
        </div>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {children && <div className={`wrap gap-8 ${styles.actions}`}>{children}</div>}
    </div>
  )
}
