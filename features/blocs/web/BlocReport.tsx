import { useQuery } from '@tanstack/react-query'
import { blocsQueries } from '#features/blocs/web/blocs.queries.ts'
import { direStade } from '#features/blocs/web/BlocCard.tsx'
import styles from '#web/kit/Report.module.css'
import { formatNombre, formatPourcent } from '#shared/argent.ts'
import { ClientsSection, StructureReport } from '#features/residences/web/StructureReport.tsx'
import { ReportSection } from '#web/kit/ReportParts.tsx'
import { ClientLink, EtageLink, LotLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'

/** Rapport détaillé of a bloc (D2 §2.2). */
export function BlocReport({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(blocsQueries.report(id))
  return (
    <StructureReport
      query={query}
      nom={query.data?.nomloc}
      error="Erreur lors du chargement du rapport détaillé."
      onClose={onClose}
      renderPlace={({ residence }) => <ResidenceLink id={residence.id} nom={residence.nom} />}
      tiles={({ stats, stade }) => ({
        Étages: formatNombre(stats.etageCount),
        Appartements: formatNombre(stats.appartementCount),
        Occupés: formatNombre(stats.occupiedCount),
        Disponibles: formatNombre(stats.availableCount),
        Occupation: formatPourcent(stats.tauxOccupation),
        Stade: direStade(stade),
      })}
    >
      {({ residence, etages, clients }) => (
        <>
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
    </StructureReport>
  )
}
