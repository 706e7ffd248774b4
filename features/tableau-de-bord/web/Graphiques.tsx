import { Title, NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import styles from '#features/tableau-de-bord/web/Dashboard.module.css'
import type { Ventes } from '#features/tableau-de-bord/web/tableau-de-bord.queries.ts'
import { fromDecimal, formatMontant, formatNombre } from '#shared/argent.ts'
import { aujourdhui, formatJourLong, formatMoisCourt } from '#shared/dates.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { paiementsOf } from '#shared/paths.ts'
import { GENRES } from '#shared/biens.ts'
import type { Statistique } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import type { ChartKind } from '#features/tableau-de-bord/web/ChartCanvas.tsx'
import { lazyPart } from '#web/kit/lazy/lazyPart.tsx'
import { ErrorState } from '#web/kit/feedback/Results.tsx'

const SERIES = [
  '--diyar-brand',
  '--diyar-accent',
  '--diyar-green',
  '--diyar-yellow',
  '--diyar-blue',
  '--diyar-gray',
] as const

const enDinars = (decimal: number) => formatMontant(fromDecimal(decimal))
const abrege = new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 1 })
const MILLIARD = 1_000_000_000
const milliards = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 })

/** An amount on an axis: « 2,5 M », « 98,77 Md DA ». */
const surLAxe = (decimal: number) =>
  decimal >= MILLIARD ? `${milliards.format(decimal / MILLIARD)}\u00a0Md\u00a0DA` : abrege.format(decimal)

export function VentesSection({ ventes }: { ventes: Ventes }) {
  return (
    <section className={`column packed gap-16 ${styles.section}`} aria-labelledby="ventes">
      <Title order={2} id="ventes">
        Ventes et encaissements
      </Title>
      <div className={`column gap-16 at-top ${styles.columns}`}>
        <Mois mois={ventes.mois} />
        <Derniers derniers={ventes.derniers} />
      </div>
    </section>
  )
}

/** Ends the scale of a year at its 95th percentile once one month towers above it; undefined for the whole scale. */
function cutOf(montants: readonly number[]): number | undefined {
  const sorted = montants.toSorted((a, b) => a - b)
  const percentile = sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0
  return percentile > 0 && (sorted.at(-1) ?? 0) > 2 * percentile ? percentile : undefined
}

/** A month below its bar: its year where it begins or the first is, « en cours » where it is not whole. */
function surLAxeDesMois(mois: string, rang: number): string {
  const dit = formatMoisCourt(mois)
  if (mois === aujourdhui().slice(0, 7)) return `${dit.slice(0, -5)} en cours`
  return rang === 0 || mois.endsWith('-01') ? dit : dit.slice(0, -5)
}

function Mois({ mois }: Pick<Ventes, 'mois'>) {
  const caption = 'Encaissements des douze derniers mois'
  return (
    <div className={`card flex shrinks gap-12 ${styles.panel}`}>
      <Title order={3}>{caption}</Title>

      <ChartCanvas
        kind="bar"
        colors={SERIES}
        dataset="Encaissé"
        labels={mois.map((m, rang) => surLAxeDesMois(m.mois, rang))}
        values={mois.map(({ montant }) => montant)}
        description={caption}
        format={enDinars}
        formatAxis={surLAxe}
        cutAt={cutOf(mois.map(({ montant }) => montant))}
      />

      <FigureTable
        caption={caption}
        headings={['Mois', 'Encaissé']}
        rows={mois.map((m) => [formatMoisCourt(m.mois), enDinars(m.montant)])}
      />
    </div>
  )
}

function Derniers({ derniers }: Pick<Ventes, 'derniers'>) {
  return (
    <div className={`card flex shrinks gap-12 ${styles.panel}`}>
      <Title order={3}>Derniers paiements</Title>
      {derniers.length === 0 ? (
        <p className="dim flat">Aucun paiement enregistré.</p>
      ) : (
        <ul className="list parted">
          {derniers.map((paiement) => (
            <li key={paiement.id}>
              <Link
                to={paiementsOf(paiement.client_id, { type: paiement.type, id: paiement.bien_id })}
                className={`stack ${styles.payment}`}
              >
                <span className="bold" data-nom>
                  {paiement.client}
                </span>
                <Montant decimal={paiement.versement} />
                <span className="dim small anywhere">
                  {GENRES[paiement.type].nom} <bdi>{paiement.nlot}</bdi> · <bdi>{paiement.residence}</bdi>
                </span>
                <span className="dim small right">{formatJourLong(paiement.date_paiement)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

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
    <section className={`card flex shrinks gap-12 ${styles.panel}`} aria-labelledby="repartition">
      <div className="row between gap-8-16">
        <Title order={2} id="repartition">
          Répartition Détaillée
        </Title>
        <NativeSelect
          aria-label="Type de graphique"
          rightSection={<IconSelector size={16} stroke={1.6} aria-hidden />}
          data={[...VUES]}
          value={kind}
          onChange={({ currentTarget }) =>
            setKind(VUES.find(({ value }) => value === currentTarget.value)?.value ?? 'bar')
          }
        />
      </div>

      <ChartCanvas
        kind={kind}
        colors={SERIES}
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

/** The legend stands outside the canvas, so that it wraps, grows with the text and can be read aloud. */
function Legend({ labels }: { labels: readonly string[] }) {
  return (
    <ul className={`wrap list ${styles.legend}`} aria-label="Légende">
      {labels.map((label, index) => (
        <li key={label} className="line gap-6">
          <span className={styles.swatch} style={{ background: `var(${SERIES[index % SERIES.length]})` }} />
          {label}
        </li>
      ))}
    </ul>
  )
}

interface FigureTableProps {
  caption: string
  headings: readonly [string, string]
  rows: readonly (readonly [label: string, figure: string])[]
}

function FigureTable({ caption, headings, rows }: FigureTableProps) {
  return (
    // The box is hidden instead of the table: some browsers do not clip a caption with its table.
    <div className="visuallyHidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, figure]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{figure}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ChartFailure({ onRetry }: { onRetry: () => void }) {
  return <ErrorState message="Ce graphique n'a pas pu être affiché." onRetry={onRetry} />
}
