import { useQuery } from '@tanstack/react-query'
import { appartementsQueries } from '#features/appartements/web/appartements.queries.ts'
import { EtatBadge, PrixAuMetreCarre } from '#features/biens/web/LotParts.tsx'
import { LotReport } from '#features/biens/web/LotReport.tsx'
import { BlocLink, EtageLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'
import { Montant, Surface } from '#web/kit/Montant.tsx'
import styles from '#web/kit/Report.module.css'
import { ReportSection, Tiles } from '#web/kit/ReportParts.tsx'

/** Rapport détaillé of an appartement (D2 §2.4). */
export function AppartementReport({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(appartementsQueries.report(id))
  return (
    <LotReport
      query={query}
      toLot={({ id: lot, numLot, stats: { montant, client } }) => ({
        id: lot,
        type: 'appartement',
        numero: numLot,
        montant,
        client,
        estDispo: client === null,
      })}
      onClose={onClose}
    >
      {({ numLot, typeLogement, stats, etage, bloc, residence }) => (
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
        </>
      )}
    </LotReport>
  )
}

const partial = (label: string, montant: number | null) =>
  montant === null ? [] : [{ label, value: <Montant decimal={montant} /> }]
