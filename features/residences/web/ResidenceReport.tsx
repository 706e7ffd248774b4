import { useQuery } from '@tanstack/react-query'
import { EmailLink, PhoneLink } from '#features/clients/web/ClientCard.tsx'
import { BlocLink, ClientLink, LotLink } from '#features/residences/web/StructureLinks.tsx'
import { formaterPourcent } from '#shared/argent.ts'
import { ReportDialog } from '#features/residences/web/ReportDialog.tsx'
import {
  nombre,
  OccupationFigure,
  ReportSection,
  Tiles,
  TypeDistribution,
} from '#features/residences/web/ReportParts.tsx'
import { residencesQueries } from '#features/residences/web/residences.queries.ts'
import styles from '#features/residences/web/Report.module.css'
import { compter } from '#shared/texte.ts'
import { OccupationBar } from '#web/ui/Bars.tsx'

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
          <ReportSection title="Taux d’occupation">
            <OccupationFigure stats={stats} />
          </ReportSection>
          <ReportSection title="Répartition par type">
            <TypeDistribution types={stats.typeDistribution} sold={stats.typeOccupation} />
          </ReportSection>
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
          <ReportSection title="Clients" long>
            {clients.length === 0 && <p className={styles.none}>Aucun client trouvé pour cette résidence</p>}
            <ul className={styles.lines}>
              {clients.map(({ appartement, ...client }) => (
                <li key={appartement.id} className={styles.line}>
                  <span data-nom>
                    <ClientLink id={client.id} nomComplet={client.nomComplet} />
                  </span>
                  <span>
                    <PhoneLink tel={client.tel} />
                    <div className={styles.quiet}>
                      <EmailLink email={client.email} />
                    </div>
                  </span>
                  <span>
                    <LotLink id={appartement.id} numLot={appartement.numLot} clientId={client.id} /> ·{' '}
                    {appartement.typeLogement}
                    <div className={styles.quiet} data-nom>
                      {appartement.bloc.nomloc}, {appartement.etage.designation}
                    </div>
                  </span>
                </li>
              ))}
            </ul>
          </ReportSection>
        </>
      )}
    </ReportDialog>
  )
}
