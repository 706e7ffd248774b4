import { formatNombre } from '#shared/argent.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmailLink, PhoneLink } from '#web/kit/ContactLinks.tsx'
import type { StatsOccupation } from '#features/residences/residences.contract.ts'
import { formatCompte } from '#shared/texte.ts'
import styles from '#web/kit/Report.module.css'
import { ClientLink, LotLink } from '#web/kit/EntityLinks.tsx'
import { OccupationBar } from '#web/kit/Bars.tsx'
import { ReportSection, Tiles } from '#web/kit/ReportParts.tsx'
import { ReportDialog } from '#features/promoteur/web/ReportDialog.tsx'

interface StructureReportProps<R> {
  query: UseQueryResult<R>
  /** The name of what is reported, once it is read. */
  nom: string | undefined
  /** Shown when the server says nothing. */
  error: string
  onClose: () => void
  /** Under the title: where it is. */
  renderPlace: (report: R) => ReactNode
  /** The figures, each under its label. */
  tiles: (report: R) => Record<string, string>
  /** A rate of occupation in another spelling than « 33,33 % ». */
  rate?: (percent: number) => string
  /** What stands in it, and who has bought. */
  children: (report: R) => ReactNode
}

/** Rapport détaillé of a residence, a bloc or an étage: where it is, how full it is, what stands in it (D2 §2.1-2.3). */
export function StructureReport<R extends { stats: StatsOccupation }>(props: StructureReportProps<R>) {
  const { query, nom = '…', error, onClose, renderPlace, tiles, rate, children } = props
  return (
    <ReportDialog title={`Rapport détaillé - ${nom}`} query={query} error={error} onClose={onClose}>
      {(report) => (
        <>
          <p className={styles.none} data-nom>
            {renderPlace(report)}
          </p>
          <Tiles tiles={Object.entries(tiles(report)).map(([label, value]) => ({ label, value }))} />
          <ReportSection title="Taux d’occupation">
            <OccupationFigure stats={report.stats} text={rate?.(report.stats.tauxOccupation)} />
          </ReportSection>
          <ReportSection title="Répartition par type">
            <TypeDistribution types={report.stats.typeDistribution} sold={report.stats.typeOccupation} />
          </ReportSection>
          {children(report)}
        </>
      )}
    </ReportDialog>
  )
}

interface Acheteur {
  id: number
  nomComplet: string
  tel: string
  email: string
  appartement: { id: number; numLot: string; typeLogement: string }
}

interface ClientsSectionProps<A extends Acheteur> {
  /** One line per sold appartement. */
  clients: readonly A[]
  /** Said when there is none. */
  none: string
  /** Where his appartement is. */
  children: (appartement: A['appartement']) => ReactNode
}

/** Who has bought, how to reach him, and which appartement. */
export function ClientsSection<A extends Acheteur>({ clients, none, children }: ClientsSectionProps<A>) {
  return (
    <ReportSection title="Clients" long>
      {clients.length === 0 && <p className={styles.none}>{none}</p>}
      <ul className={styles.lines}>
        {clients.map(({ id, nomComplet, tel, email, appartement }) => (
          <li key={appartement.id} className={`${styles.line} ${styles.contact}`}>
            <span data-nom>
              <ClientLink id={id} nomComplet={nomComplet} />
            </span>
            <span>
              <PhoneLink tel={tel} />
              <div className={styles.quiet}>
                <EmailLink email={email} />
              </div>
            </span>
            <span data-nom>
              <LotLink id={appartement.id} numLot={appartement.numLot} clientId={id} /> ·{' '}
              {appartement.typeLogement}
              <div className={styles.quiet}>{children(appartement)}</div>
            </span>
          </li>
        ))}
      </ul>
    </ReportSection>
  )
}

/** How full it is: the bar, and both counts below it. */
function OccupationFigure({ stats, text }: { stats: StatsOccupation; text: string | undefined }) {
  return (
    <div>
      <OccupationBar percent={stats.tauxOccupation} label="Taux d’occupation" text={text} />
      <div className={styles.between}>
        <span>{formatNombre(stats.occupiedCount)} occupés</span>
        <span>{formatNombre(stats.availableCount)} disponibles</span>
      </div>
    </div>
  )
}

interface TypeDistributionProps {
  /** Type of logement → how many. */
  types: Record<string, number>
  /** Type of logement → how many of those are sold. */
  sold: Record<string, number> | undefined
}

/** How many lots of each type, sold and free, drawn to one scale. */
function TypeDistribution({ types, sold = {} }: TypeDistributionProps) {
  const rows = Object.entries(types)
  const most = Math.max(...rows.map(([, count]) => count), 1)
  if (rows.length === 0) return <p className={styles.none}>Aucun appartement.</p>
  return (
    <>
      <ul className={styles.types}>
        {rows.map(([type, count]) => {
          const taken = Math.min(sold[type] ?? 0, count)
          return (
            <li key={type} className={styles.type}>
              <span data-nom>{type}</span>
              <span className={styles.stack} aria-hidden>
                {taken > 0 && <span className={styles.sold} style={{ width: `${(taken / most) * 100}%` }} />}
                {taken < count && (
                  <span className={styles.free} style={{ width: `${((count - taken) / most) * 100}%` }} />
                )}
              </span>
              <span>
                {formatNombre(count)} <span className={styles.quiet}>({formatCompte(taken, 'vendu')})</span>
              </span>
            </li>
          )
        })}
      </ul>
      <div className={styles.legend} aria-hidden>
        <span className={styles.keySold}>Vendus</span>
        <span className={styles.keyFree}>Libres</span>
      </div>
    </>
  )
}
