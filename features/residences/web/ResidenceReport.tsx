import { useQuery } from '@tanstack/react-query'
import { BlocLink, EtageLink } from '#web/kit/EntityLinks.tsx'
import { formatPourcent, formatNombre } from '#shared/argent.ts'
import { ReportDialog } from '#features/promoteur/web/ReportDialog.tsx'
import { ClientsSection, OccupationSections } from '#features/residences/web/OccupationReport.tsx'
import { ReportSection, Tiles } from '#web/kit/ReportParts.tsx'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
import styles from '#web/kit/Report.module.css'
import { formatCompte } from '#shared/texte.ts'
import { OccupationBar } from '#web/kit/Bars.tsx'

/** Rapport détaillé of a residence (D2 §2.1). */
export function ResidenceReport({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(residencesQueries.report(id))
  return (
    <ReportDialog
      title={`Rapport détaillé - ${query.data?.nom ?? '…'}`}
      query={query}
      error="Erreur lors du chargement du rapport détaillé."
      onClose={onClose}
    >
      {({ adresse, stats, blocs, clients }) => (
        <>
          <p className={styles.none} data-nom>
            {adresse}
          </p>
          <Tiles
            tiles={[
              { label: 'Blocs', value: formatNombre(stats.blocCount) },
              { label: 'Étages', value: formatNombre(stats.etageCount) },
              { label: 'Appartements', value: formatNombre(stats.appartementCount) },
              { label: 'Occupés', value: formatNombre(stats.occupiedCount) },
              { label: 'Disponibles', value: formatNombre(stats.availableCount) },
              { label: 'Occupation', value: formatPourcent(stats.tauxOccupation) },
            ]}
          />
          <OccupationSections stats={stats} />
          <ReportSection title="Blocs" long>
            {blocs.length === 0 && <p className={styles.none}>Aucun bloc trouvé pour cette résidence</p>}
            <ul className={styles.lines}>
              {blocs.map((bloc) => (
                <li key={bloc.id} className={`${styles.line} ${styles.withBar}`}>
                  <span data-nom>
                    <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={id} />
                    <div className={styles.quiet}>{bloc.description}</div>
                  </span>
                  <span>
                    {formatCompte(bloc.etages_count, 'étage')},{' '}
                    {formatCompte(bloc.appartements_count, 'appartement')}
                  </span>
                  <OccupationBar percent={bloc.tauxOccupation} label={`Occupation de ${bloc.nomloc}`} />
                </li>
              ))}
            </ul>
          </ReportSection>
          <ClientsSection clients={clients} none="Aucun client trouvé pour cette résidence">
            {({ bloc, etage }) => (
              <>
                <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={id} />,{' '}
                <EtageLink id={etage.id} designation={etage.designation} blocId={bloc.id} residenceId={id} />
              </>
            )}
          </ClientsSection>
        </>
      )}
    </ReportDialog>
  )
}
