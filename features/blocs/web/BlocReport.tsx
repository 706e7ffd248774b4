import { useQuery } from '@tanstack/react-query'
import { blocsQueries } from '#features/blocs/web/blocs.queries.ts'
import styles from '#web/kit/Report.module.css'
import { formatPourcent, formatNombre } from '#shared/argent.ts'
import { ReportDialog } from '#features/promoteur/web/ReportDialog.tsx'
import { ClientsSection, OccupationSections } from '#features/residences/web/OccupationReport.tsx'
import { ReportSection, Tiles } from '#web/kit/ReportParts.tsx'
import { ClientLink, EtageLink, LotLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'

/** Rapport détaillé of a bloc (D2 §2.2). */
export function BlocReport({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(blocsQueries.report(id))
  return (
    <ReportDialog
      title={`Rapport détaillé - ${query.data?.nomloc ?? '…'}`}
      query={query}
      error="Erreur lors du chargement du rapport détaillé."
      onClose={onClose}
    >
      {({ residence, stats, etages, clients }) => (
        <>
          <p className={styles.none} data-nom>
            <ResidenceLink id={residence.id} nom={residence.nom} />
          </p>
          <Tiles
            tiles={[
              { label: 'Étages', value: formatNombre(stats.etageCount) },
              { label: 'Appartements', value: formatNombre(stats.appartementCount) },
              { label: 'Occupés', value: formatNombre(stats.occupiedCount) },
              { label: 'Disponibles', value: formatNombre(stats.availableCount) },
              { label: 'Occupation', value: formatPourcent(stats.tauxOccupation) },
            ]}
          />
          <OccupationSections stats={stats} />
          <ReportSection title="Étages" long>
            {etages.length === 0 && <p className={styles.none}>Aucun étage trouvé pour ce bloc</p>}
            {etages.map((etage) => (
              <div key={etage.id} className={styles.floor}>
                <strong data-nom>
                  <EtageLink
                    id={etage.id}
                    designation={etage.designation}
                    blocId={id}
                    residenceId={residence.id}
                  />
                </strong>
                {etage.appartements.length === 0 && <p className={styles.none}>Aucun appartement</p>}
                <ul className={styles.lines}>
                  {etage.appartements.map((lot) => (
                    <li key={lot.id} className={styles.line}>
                      <LotLink id={lot.id} numLot={lot.numLot} clientId={lot.client?.id} />
                      <span>{lot.typeLogement}</span>
                      <span data-nom>
                        {lot.client ? (
                          <ClientLink id={lot.client.id} nomComplet={lot.client.nomComplet} />
                        ) : (
                          'Libre'
                        )}
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </ReportSection>
          <ClientsSection clients={clients} none="Aucun client trouvé pour ce bloc">
            {({ etage }) => (
              <EtageLink
                id={etage.id}
                designation={etage.designation}
                blocId={id}
                residenceId={residence.id}
              />
            )}
          </ClientsSection>
        </>
      )}
    </ReportDialog>
  )
}
