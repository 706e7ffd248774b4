import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { StatsOccupation } from '#features/residences/residences.contract.ts'
import { formaterCentiemes } from '#shared/argent.ts'
import { compter } from '#shared/texte.ts'
import styles from '#features/residences/web/Report.module.css'
import { OccupationBar } from '#web/ui/Bars.tsx'

/** A whole number with French thousands: "1 250". */
export function nombre(n: number): string {
  return formaterCentiemes(n * 100, 'utiles')
}

/** 33.33 → "33.33%", as the specification writes rates of occupation (D2 §9, Q51). */
export function pourcentPoint(percent: number): string {
  return `${formaterCentiemes(Math.round(percent * 100)).replace(',', '.')}%`
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
    <section className={long ? `${styles.section} ${styles.long}` : styles.section}>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </section>
  )
}

interface TilesProps {
  tiles: readonly { label: string; value: ReactNode }[]
  /** Room for amounts: one a row on a phone. */
  wide?: boolean
}

/** The figures of a report, side by side. */
export function Tiles({ tiles, wide = false }: TilesProps) {
  return (
    <dl className={wide ? `${styles.tiles} ${styles.wide}` : styles.tiles}>
      {tiles.map(({ label, value }) => (
        <div key={label} className={styles.tile}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface OccupationFigureProps {
  stats: Pick<StatsOccupation, 'tauxOccupation' | 'occupiedCount' | 'availableCount'>
  /** The rate in another spelling than "33,33 %". */
  text?: string
}

/** How full it is: the bar, and both counts below it. */
export function OccupationFigure({ stats, text }: OccupationFigureProps) {
  return (
    <div>
      <OccupationBar percent={stats.tauxOccupation} label="Taux d’occupation" {...(text && { text })} />
      <div className={styles.between}>
        <span>{nombre(stats.occupiedCount)} occupés</span>
        <span>{nombre(stats.availableCount)} disponibles</span>
      </div>
    </div>
  )
}

interface TypeDistributionProps {
  /** Type of logement → how many. */
  types: Record<string, number>
  /** Type of logement → how many of those are sold. */
  sold: Record<string, number> | undefined
}

/** How many lots of each type, sold and free, drawn to one scale. */
export function TypeDistribution({ types, sold = {} }: TypeDistributionProps) {
  const rows = Object.entries(types)
  const most = Math.max(...rows.map(([, count]) => count), 1)
  if (rows.length === 0) return <p className={styles.none}>Aucun appartement.</p>
  return (
    <>
      <ul className={styles.types}>
        {rows.map(([type, count]) => {
          const taken = Math.min(sold[type] ?? 0, count)
          return (
            <li key={type} className={styles.type}>
              <span data-nom>{type}</span>
              <span className={styles.stack} aria-hidden>
                {taken > 0 && <span className={styles.sold} style={{ width: `${(taken / most) * 100}%` }} />}
                {taken < count && (
                  <span className={styles.free} style={{ width: `${((count - taken) / most) * 100}%` }} />
                )}
              </span>
              <span>
                {nombre(count)} <span className={styles.quiet}>({compter(taken, 'vendu')})</span>
              </span>
            </li>
          )
        })}
      </ul>
      <div className={styles.legend} aria-hidden>
        <span className={styles.keySold}>Vendus</span>
        <span className={styles.keyFree}>Libres</span>
      </div>
    </>
  )
}
