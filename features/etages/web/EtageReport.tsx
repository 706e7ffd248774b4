import { formatNombre } from '#shared/argent.ts'
import { useQuery } from '@tanstack/react-query'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { PhoneLink } from '#web/kit/ContactLinks.tsx'
import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import styles from '#web/kit/Report.module.css'
import { StructureReport } from '#features/residences/web/StructureReport.tsx'
import { formatPourcentPoint, ReportSection } from '#web/kit/ReportParts.tsx'
import { BlocLink, ClientLink, LotLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'

/** Rapport détaillé of an étage (D2 §2.3). */
export function EtageReport({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(etagesQueries.report(id))
  return (
    <StructureReport
      query={query}
      nom={query.data?.designation}
      error="Erreur lors du chargement du rapport."
      onClose={onClose}
      renderPlace={({ bloc }) => (
        <>
          <ResidenceLink id={bloc.residence.id} nom={bloc.residence.nom} /> ·{' '}
          <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence.id} />
        </>
      )}
      tiles={({ stats }) => ({
        Appartements: formatNombre(stats.appartementCount),
        Occupés: formatNombre(stats.occupiedCount),
        'Occupation %': formatPourcentPoint(stats.tauxOccupation),
      })}
      rate={formatPourcentPoint}
    >
      {({ appartements }) => (
        <ReportSection title="Liste des appartements" long>
          {appartements.length === 0 && (
            <p className={styles.none}>Aucun appartement trouvé pour cet étage.</p>
          )}
          <ul className={styles.lines}>
            {appartements.map(({ id: lot, numLot, typeLogement, bloc: { nomloc }, client }) => (
              <li key={lot} className={styles.line}>
                <LotLink id={lot} numLot={numLot} clientId={client?.id} />
                <span data-nom>
                  {typeLogement} · {nomloc}
                </span>
                <span data-nom>{client ? <Buyer client={client} /> : 'Libre'}</span>
              </li>
            ))}
          </ul>
        </ReportSection>
      )}
    </StructureReport>
  )
}

/** The phone comes from the clients list, "N/A" when it is not there (D2 §2.3, Q114). */
function Buyer({ client }: { client: { id: number; nomComplet: string } }) {
  const { data = [], isPending } = useQuery(clientsQueries.all())
  const tel = data.find(({ id }) => id === client.id)?.tel
  return (
    <>
      <ClientLink id={client.id} nomComplet={client.nomComplet} />
      <div className={styles.quiet}>{tel ? <PhoneLink tel={tel} /> : isPending ? '…' : 'N/A'}</div>
    </>
  )
}
