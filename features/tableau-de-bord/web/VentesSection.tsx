import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ChartFailure } from '#features/tableau-de-bord/web/ChartFailure.tsx'
import styles from '#features/tableau-de-bord/web/Dashboard.module.css'
import { FigureTable } from '#features/tableau-de-bord/web/FigureTable.tsx'
import type { Ventes } from '#features/tableau-de-bord/web/tableau-de-bord.queries.ts'
import { fromDecimal, formatMontant, formatNombre } from '#shared/argent.ts'
import { formatJourLong, formatMoisCourt } from '#shared/dates.ts'
import { lazyPart } from '#web/kit/lazyPart.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { paiementsOf } from '#web/paths.ts'
import { GENRES } from '#shared/biens.ts'

const ChartCanvas = lazyPart(
  () => import('#features/tableau-de-bord/web/ChartCanvas.tsx'),
  'ChartCanvas',
  (_error, retry) => <ChartFailure onRetry={retry} />,
  () => <div className={styles.canvas} />,
)

const enDinars = (decimal: number) => formatMontant(fromDecimal(decimal))
const abrege = new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 1 })

/** What is sold and paid: figures of the current sales, twelve months, the last payments. */
export function VentesSection({ ventes }: { ventes: Ventes }) {
  return (
    <section className={styles.section} aria-labelledby="ventes">
      <Title order={2} id="ventes">
        Ventes et encaissements
      </Title>
      <dl className={styles.figures}>
        <Figure label="Encaissé ce mois">
          <Montant decimal={ventes.encaisse_mois} />
        </Figure>
        <Figure label="Encaissé au total">
          <Montant decimal={ventes.encaisse_total} />
        </Figure>
        <Figure label="Reste à encaisser">
          <Montant decimal={ventes.reste_a_encaisser} />
        </Figure>
        <Figure label="Biens vendus">
          {formatNombre(ventes.biens_vendus)} / {formatNombre(ventes.biens_total)}
        </Figure>
      </dl>
      {ventes.anciens > 0 && (
        <p className={styles.note}>Sans compter {enDinars(ventes.anciens)} versés par d'anciens clients.</p>
      )}
      <div className={styles.columns}>
        <Mois mois={ventes.mois} />
        <Derniers derniers={ventes.derniers} />
      </div>
    </section>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Mois({ mois }: Pick<Ventes, 'mois'>) {
  const caption = 'Encaissements des douze derniers mois'
  return (
    <div className={styles.panel}>
      <Title order={3}>{caption}</Title>

      <ChartCanvas
        kind="bar"
        dataset="Encaissé"
        labels={mois.map((m) => formatMoisCourt(m.mois))}
        values={mois.map(({ montant }) => montant)}
        description={caption}
        format={enDinars}
        formatAxis={(value) => abrege.format(value)}
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
    <div className={styles.panel}>
      <Title order={3}>Derniers paiements</Title>
      {derniers.length === 0 ? (
        <p className={styles.note}>Aucun paiement enregistré.</p>
      ) : (
        <ul className={styles.payments}>
          {derniers.map((paiement) => (
            <li key={paiement.id}>
              <Link
                to={paiementsOf(paiement.client_id, { type: paiement.type, id: paiement.bien_id })}
                className={styles.payment}
              >
                <span className={styles.payer} data-nom>
                  {paiement.client}
                </span>
                <Montant decimal={paiement.versement} />
                <span className={styles.what}>
                  {GENRES[paiement.type].nom} <bdi>{paiement.nlot}</bdi> · <bdi>{paiement.residence}</bdi>
                </span>
                <span className={styles.when}>{formatJourLong(paiement.date_paiement)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
