import { NativeSelect, Title } from '@mantine/core'
import { useState } from 'react'
import type { Statistique } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import type { ChartKind } from '#features/tableau-de-bord/web/ChartCanvas.tsx'
import { ChartFailure } from '#features/tableau-de-bord/web/ChartFailure.tsx'
import styles from '#features/tableau-de-bord/web/Dashboard.module.css'
import { FigureTable } from '#features/tableau-de-bord/web/FigureTable.tsx'
import { SERIES } from '#features/tableau-de-bord/web/chartColors.ts'
import { formatNombre } from '#shared/argent.ts'
import { lazyPart } from '#web/kit/lazyPart.tsx'

const ChartCanvas = lazyPart(
  () => import('#features/tableau-de-bord/web/ChartCanvas.tsx'),
  'ChartCanvas',
  (_error, retry) => <ChartFailure onRetry={retry} />,
  () => <div className={styles.canvas} />,
)

const VUES: readonly { value: ChartKind; label: string }[] = [
  { value: 'bar', label: 'Vue Barres' },
  { value: 'pie', label: 'Vue Secteurs' },
  { value: 'polarArea', label: 'Vue Radar' },
]

/** The statistics as bars, a pie or a polar area (D1 §2, Q87). */
export function RepartitionSection({ stats }: { stats: readonly Statistique[] }) {
  const [kind, setKind] = useState<ChartKind>('bar')
  const labels = stats.map(({ title }) => title)
  return (
    <section className={styles.panel} aria-labelledby="repartition">
      <div className={styles.panelHead}>
        <Title order={2} id="repartition">
          Répartition Détaillée
        </Title>
        <NativeSelect
          aria-label="Type de graphique"
          data={[...VUES]}
          value={kind}
          onChange={({ currentTarget }) =>
            setKind(VUES.find(({ value }) => value === currentTarget.value)?.value ?? 'bar')
          }
        />
      </div>

      <ChartCanvas
        kind={kind}
        dataset="Nombre"
        labels={labels}
        values={stats.map(({ value }) => value)}
        description="Répartition Détaillée"
        format={formatNombre}
      />

      {kind !== 'bar' && <Legend labels={labels} />}
      <FigureTable
        caption="Répartition Détaillée"
        headings={['Statistique', 'Nombre']}
        rows={stats.map(({ title, value }) => [title, formatNombre(value)])}
      />
    </section>
  )
}

/** Beside the canvas rather than in it: it wraps, grows with the reader's text and can be read aloud. */
function Legend({ labels }: { labels: readonly string[] }) {
  return (
    <ul className={styles.legend} aria-label="Légende">
      {labels.map((label, index) => (
        <li key={label}>
          <span className={styles.swatch} style={{ background: `var(${SERIES[index % SERIES.length]})` }} />
          {label}
        </li>
      ))}
    </ul>
  )
}
