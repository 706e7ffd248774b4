import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCentiemes } from '#shared/argent.ts'
import styles from '#web/kit/print/Report.module.css'

/** 33.33 → "33.33%", the specification's spelling of occupation rates (D2 §9, Q51). */
export function formatPourcentPoint(percent: number): string {
  return `${formatCentiemes(Math.round(percent * 100)).replace(',', '.')}%`
}

export function ReportSection({
  title,
  long = false,
  children,
}: {
  title: string
  long?: boolean
  children: ReactNode
}) {
  return (
    <section
      className={long ? `stack gap-10 ${styles.section} ${styles.long}` : `stack gap-10 ${styles.section}`}
    >
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </section>
  )
}

interface TilesProps {
  tiles: readonly { label: string; value: ReactNode }[]
  /** True for amounts, which take one row each on a phone. */
  wide?: boolean
}

export function Tiles({ tiles, wide = false }: TilesProps) {
  return (
    <dl
      className={
        wide ? `stack flat gap-8 ${styles.tiles} ${styles.wide}` : `stack flat gap-8 ${styles.tiles}`
      }
    >
      {tiles.map(({ label, value }) => (
        <div key={label} className={styles.tile}>
          <dt>{label}</dt>
          <dd data-word={(typeof value === 'string' && !/\d/.test(value)) || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
