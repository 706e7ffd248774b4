import { Title, NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import styles from '#features/tableau-de-bord/web/Dashboard.module.css'
import type { Ventes } from '#features/tableau-de-bord/web/tableau-de-bord.queries.ts'
import { formatNombre } from '#shared/argent.ts'
import { formatJourLong } from '#shared/dates.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { paiementsOf } from '#shared/paths.ts'
import { GENRES } from '#shared/biens.ts'
import type { Statistique } from '#features/tableau-de-bord/tableau-de-bord.contract.ts'
import { Barres, barreDuMois } from '#web/kit/drawing/Barres.tsx'
import { Chart } from '#web/kit/drawing/Chart.tsx'
import type { ChartKind } from '#web/kit/drawing/ChartCanvas.tsx'
import { SERIES } from '#web/kit/drawing/couleurs.ts'
import { FigureTable } from '#web/kit/drawing/FigureTable.tsx'
import { Legende } from '#web/kit/drawing/Legende.tsx'

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

function Mois({ mois }: Pick<Ventes, 'mois'>) {
  const caption = 'Encaissements des douze derniers mois'
  return (
    <div className={`card flex shrinks gap-12 ${styles.panel}`}>
      <Title order={3}>{caption}</Title>

      <Barres
        caption={caption}
        unite="Mois"
        plein="Encaissé"
        coupe
        barres={mois.map((m, rang) => ({ ...barreDuMois(m.mois, rang), montant: m.montant }))}
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

      <Chart
        kind={kind}
        colors={SERIES}
        dataset="Nombre"
        labels={labels}
        values={stats.map(({ value }) => value)}
        description="Répartition Détaillée"
        format={formatNombre}
      />

      {kind !== 'bar' && <Legende labels={labels} />}
      <FigureTable
        caption="Répartition Détaillée"
        headings={['Statistique', 'Nombre']}
        rows={stats.map(({ title, value }) => [title, formatNombre(value)])}
      />
    </section>
  )
}
