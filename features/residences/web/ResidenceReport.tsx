import { useQuery } from '@tanstack/react-query'
import { BlocLink, EtageLink } from '#web/kit/EntityLinks.tsx'
import { formaterPourcent } from '#shared/argent.ts'
import { ReportDialog } from '#features/promoteur/web/ReportDialog.tsx'
import { ClientsSection, OccupationSections } from '#features/residences/web/OccupationReport.tsx'
import { nombre, ReportSection, Tiles } from '#web/kit/ReportParts.tsx'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
import styles from '#web/kit/Report.module.css'
import { compter } from '#shared/texte.ts'
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
              { label: 'Blocs', value: nombre(stats.blocCount) },
              { label: 'Étages', value: nombre(stats.etageCount) },
              { label: 'Appartements', value: nombre(stats.appartementCount) },
              { label: 'Occupés', value: nombre(stats.occupiedCount) },
              { label: 'Disponibles', value: nombre(stats.availableCount) },
              { label: 'Occupation', value: formaterPourcent(stats.tauxOccupation) },
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
                    {compter(bloc.etages_count, 'étage')}, {compter(bloc.appartements_count, 'appartement')}
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
