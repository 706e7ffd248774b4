import { useQuery } from '@tanstack/react-query'
import { BlocLink, EtageLink } from '#web/kit/EntityLinks.tsx'
import { formatNombre, formatPourcent } from '#shared/argent.ts'
import { ClientsSection, StructureReport } from '#features/residences/web/StructureReport.tsx'
import { ReportSection } from '#web/kit/ReportParts.tsx'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
import styles from '#web/kit/Report.module.css'
import { formatCompte } from '#shared/texte.ts'
import { OccupationBar } from '#web/kit/Bars.tsx'

/** Rapport détaillé of a residence (D2 §2.1). */
export function ResidenceReport({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(residencesQueries.report(id))
  return (
    <StructureReport
      query={query}
      nom={query.data?.nom}
      error="Erreur lors du chargement du rapport détaillé."
      onClose={onClose}
      renderPlace={({ adresse }) => adresse}
      tiles={({ stats }) => ({
        Blocs: formatNombre(stats.blocCount),
        Étages: formatNombre(stats.etageCount),
        Appartements: formatNombre(stats.appartementCount),
        Occupés: formatNombre(stats.occupiedCount),
        Disponibles: formatNombre(stats.availableCount),
        Occupation: formatPourcent(stats.tauxOccupation),
      })}
    >
      {({ blocs, clients }) => (
        <>
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
    </StructureReport>
  )
}
