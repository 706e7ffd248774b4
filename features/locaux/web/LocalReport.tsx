import { useQuery } from '@tanstack/react-query'
import { EtatBadge, PrixAuMetreCarre } from '#features/biens/web/LotParts.tsx'
import { LotReport } from '#features/biens/web/LotReport.tsx'
import { locauxQueries } from '#features/locaux/web/locaux.queries.ts'
import { BlocLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'
import { Montant, Surface } from '#web/kit/Montant.tsx'
import styles from '#web/kit/Report.module.css'
import { ReportSection, Tiles } from '#web/kit/ReportParts.tsx'

/** Rapport détaillé of a local (D2 §2.5). */
export function LocalReport({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(locauxQueries.report(id))
  return (
    <LotReport
      query={query}
      toLot={({ id: lot, num, stats: { montant, client, estDispo } }) => ({
        id: lot,
        type: 'local',
        numero: num,
        montant,
        client,
        estDispo,
      })}
      onClose={onClose}
    >
      {({ num, stats, bloc }) => (
        <>
          <p className={styles.none} data-nom>
            <strong>Local {num}</strong> · <ResidenceLink id={bloc.residence.id} nom={bloc.residence.nom} /> ·{' '}
            <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence_id} />{' '}
            <EtatBadge estDispo={stats.estDispo} />
          </p>
          <p className={styles.none} data-nom>
            {stats.description || 'Aucune description'}
          </p>
          <ReportSection title="Surface et prix">
            <Tiles
              wide
              tiles={[
                { label: 'Surface', value: <Surface decimal={stats.surface} /> },
                { label: 'Montant', value: <Montant decimal={stats.montant} /> },
                {
                  label: 'Prix au m²',
                  value: <PrixAuMetreCarre montant={stats.montant} surface={stats.surface} />,
                },
              ]}
            />
          </ReportSection>
        </>
      )}
    </LotReport>
  )
}
