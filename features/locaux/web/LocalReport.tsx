import { useQuery } from '@tanstack/react-query'
import { locauxQueries, type LocalReportLu } from '#features/locaux/web/locaux.queries.ts'
import styles from '#web/kit/Report.module.css'
import { ReportDialog } from '#features/promoteur/web/ReportDialog.tsx'
import { ReportSection, Tiles } from '#web/kit/ReportParts.tsx'
import { BlocLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'
import { EtatBadge, PrixAuMetreCarre } from '#features/ventes/web/LotParts.tsx'
import type { LotVendable } from '#features/ventes/web/lots.ts'
import { VenteReport } from '#features/ventes/web/VenteReport.tsx'
import { Montant, Surface } from '#web/kit/Montant.tsx'

/** Rapport détaillé of a local (D2 §2.5). */
export function LocalReport({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(locauxQueries.report(id))
  return (
    <ReportDialog
      title="Rapport détaillé"
      query={query}
      error="Erreur lors du chargement du rapport détaillé."
      onClose={onClose}
    >
      {(report) => {
        const { num, stats, bloc } = report
        return (
          <>
            <p className={styles.none} data-nom>
              <strong>Local {num}</strong> · <ResidenceLink id={bloc.residence.id} nom={bloc.residence.nom} />{' '}
              · <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence_id} />{' '}
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
            <VenteReport
              lot={toSoldLot(report)}
              totalPayments={report.totalPayments}
              historique={report.historique}
            />
          </>
        )
      }}
    </ReportDialog>
  )
}

const toSoldLot = ({ id, num, stats, ...report }: LocalReportLu): LotVendable => ({
  id,
  type: 'local',
  numero: num,
  montant: stats.montant,
  client: stats.client,
  estDispo: stats.estDispo,
  resteAPayer: report.resteAPayer,
  pourcentagePaiement: report.pourcentagePaiement,
  paiements: report.paiements,
})
