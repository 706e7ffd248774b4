import { useQuery } from '@tanstack/react-query'
import { formatNombre } from '#shared/argent.ts'
import { clientsQueries } from '#features/clients/web/clients.queries.ts'
import { PhoneLink } from '#web/kit/ContactLinks.tsx'
import { etagesQueries } from '#features/etages/web/etages.queries.ts'
import styles from '#web/kit/Report.module.css'
import { ReportDialog } from '#features/promoteur/web/ReportDialog.tsx'
import { OccupationSections } from '#features/residences/web/OccupationReport.tsx'
import { formatPourcentPoint, ReportSection, Tiles } from '#web/kit/ReportParts.tsx'
import { BlocLink, ClientLink, LotLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'

/** Rapport détaillé of an étage (D2 §2.3). */
export function EtageReport({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(etagesQueries.report(id))
  return (
    <ReportDialog
      title={`Rapport détaillé - ${query.data?.designation ?? '…'}`}
      query={query}
      error="Erreur lors du chargement du rapport."
      onClose={onClose}
    >
      {({ bloc, stats, appartements }) => (
        <>
          <p className={styles.none} data-nom>
            <ResidenceLink id={bloc.residence.id} nom={bloc.residence.nom} /> ·{' '}
            <BlocLink id={bloc.id} nomloc={bloc.nomloc} residenceId={bloc.residence.id} />
          </p>
          <Tiles
            tiles={[
              { label: 'Appartements', value: formatNombre(stats.appartementCount) },
              { label: 'Occupés', value: formatNombre(stats.occupiedCount) },
              { label: 'Occupation %', value: formatPourcentPoint(stats.tauxOccupation) },
            ]}
          />
          <OccupationSections stats={stats} text={formatPourcentPoint(stats.tauxOccupation)} />
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
        </>
      )}
    </ReportDialog>
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
