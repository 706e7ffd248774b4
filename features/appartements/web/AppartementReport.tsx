import { useQuery } from '@tanstack/react-query'
import {
  appartementsQueries,
  type AppartementReportLu,
} from '#features/appartements/web/appartements.queries.ts'
import styles from '#web/kit/Report.module.css'
import { ReportDialog } from '#features/promoteur/web/ReportDialog.tsx'
import { ReportSection, Tiles } from '#web/kit/ReportParts.tsx'
import { BlocLink, EtageLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'
import { EtatBadge, PrixAuMetreCarre } from '#features/ventes/web/LotParts.tsx'
import type { LotVendable } from '#features/ventes/web/lots.ts'
import { VenteReport } from '#features/ventes/web/VenteReport.tsx'
import { Montant, Surface } from '#web/kit/Montant.tsx'

/** Rapport détaillé of an appartement (D2 §2.4). */
export function AppartementReport({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(appartementsQueries.report(id))
  return (
    <ReportDialog
      title="Rapport détaillé"
      query={query}
      error="Erreur lors du chargement du rapport détaillé."
      onClose={onClose}
    >
      {(report) => {
        const { numLot, typeLogement, stats, etage, bloc, residence } = report
        return (
          <>
            <p className={styles.none} data-nom>
              <strong>Lot {numLot}</strong> · {typeLogement} ·{' '}
              <ResidenceLink id={residence.id} nom={residence.nom} /> ·{' '}
              <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={residence.id} /> ·{' '}
              <EtageLink
                id={etage.id}
                designation={etage.designation}
                blocId={bloc.id}
                residenceId={residence.id}
              />{' '}
              <EtatBadge estDispo={stats.client === null} />
            </p>
            <ReportSection title="Surfaces">
              <Tiles
                wide
                tiles={[
                  { label: 'Surface habitable', value: <Surface decimal={stats.surfaceHabitable} /> },
                  { label: 'Surface utile', value: <Surface decimal={stats.surfaceUtile} /> },
                  { label: 'Superficie totale', value: <Surface decimal={stats.superficieTotale} /> },
                ]}
              />
            </ReportSection>
            <ReportSection title="Prix">
              <Tiles
                wide
                tiles={[
                  { label: 'Montant total', value: <Montant decimal={stats.montant} /> },
                  {
                    label: 'Prix au m²',
                    value: <PrixAuMetreCarre montant={stats.montant} surface={stats.superficieTotale} />,
                  },
                  ...partial('Montant 1', stats.montant1),
                  ...partial('Montant 2', stats.montant2),
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

const partial = (label: string, montant: number | null) =>
  montant === null ? [] : [{ label, value: <Montant decimal={montant} /> }]

const toSoldLot = ({ id, numLot, stats, ...report }: AppartementReportLu): LotVendable => ({
  id,
  type: 'appartement',
  numero: numLot,
  montant: stats.montant,
  client: stats.client,
  estDispo: stats.client === null,
  resteAPayer: report.resteAPayer,
  pourcentagePaiement: report.pourcentagePaiement,
  paiements: report.paiements,
})
