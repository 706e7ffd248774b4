import { formatNombre } from '#shared/argent.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { PiedDeDetails } from '#features/journal/web/Historique.tsx'
import { Facts } from '#web/kit/card/EntityCard.tsx'
import { Dialog } from '#web/kit/dialog/Dialog.tsx'
import { EmailLink, PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import type { StatsOccupation } from '#features/structure/residences.contract.ts'
import { formatCompte } from '#shared/texte.ts'
import styles from '#web/kit/print/Report.module.css'
import { ClientLink, LotLink } from '#web/kit/card/EntityLinks.tsx'
import { OccupationBar } from '#web/kit/feedback/States.tsx'
import { ReportSection, Tiles } from '#web/kit/print/ReportParts.tsx'
import { ReportDialog } from '#features/promoteur/web/ReportDialog.tsx'

interface NiveauDetailsProps {
  title: string
  objet: 'residence' | 'bloc' | 'etage'
  id: number
  nom: string
  facts: ComponentProps<typeof Facts>['facts']
  onClose: () => void
  children: ReactNode
}

/** Details of a residence, a bloc or an étage, with the link to their history. */
export function NiveauDetails({ title, objet, id, nom, facts, onClose, children }: NiveauDetailsProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Facts facts={facts} />
      {children}
      <PiedDeDetails objet={objet} id={id} nom={nom} />
    </Dialog>
  )
}

interface StructureReportProps<R> extends Pick<
  ComponentProps<typeof ReportDialog>,
  'actions' | 'dismissible'
> {
  query: UseQueryResult<R>
  nom: string | undefined
  error?: string
  onClose: () => void
  /** Place of the residence, bloc or étage, shown under the title. */
  renderPlace: (report: R) => ReactNode
  tiles: (report: R) => Record<string, string>
  /** True for a bloc, whose occupation the specification paints in bands. */
  bands?: boolean | undefined
  /** Writes the rate in another form than « 33,33 % ». */
  rate?: (percent: number) => string
  children: (report: R) => ReactNode
}

/** Rapport détaillé of a residence, a bloc or an étage: place, occupancy and contents (D2 §2.1-2.3). */
export function StructureReport<R extends { stats: StatsOccupation }>(props: StructureReportProps<R>) {
  const { query, nom = '…', onClose, renderPlace, tiles, bands, rate, children } = props
  const { error = 'Erreur lors du chargement du rapport détaillé.', actions, dismissible = true } = props
  return (
    <ReportDialog
      title={`Rapport détaillé - ${nom}`}
      query={query}
      error={error}
      onClose={onClose}
      actions={actions}
      dismissible={dismissible}
    >
      {(report) => (
        <>
          <p className="dim flat" data-nom>
            {renderPlace(report)}
          </p>
          <Tiles tiles={Object.entries(tiles(report)).map(([label, value]) => ({ label, value }))} />
          <ReportSection title="Taux d'occupation">
            <OccupationFigure stats={report.stats} bands={bands} text={rate?.(report.stats.tauxOccupation)} />
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
  appartement: { id: number; numLot: string; typeLogement: string; vente_id: number | null }
}

interface ClientsSectionProps<A extends Acheteur> {
  clients: readonly A[]
  none: string
  children: (appartement: A['appartement']) => ReactNode
}

export function ClientsSection<A extends Acheteur>({ clients, none, children }: ClientsSectionProps<A>) {
  return (
    <ReportSection title="Clients" long>
      {clients.length === 0 && <p className="dim flat">{none}</p>}
      <ul className={`stack list ${styles.lines}`}>
        {clients.map(({ id, nomComplet, tel, email, appartement }) => (
          <li key={appartement.id} className={`${styles.line} ${styles.contact}`}>
            <span data-nom>
              <ClientLink id={id} nomComplet={nomComplet} />
            </span>
            <span>
              <PhoneLink tel={tel} sans />
              <div className="dim">
                <EmailLink email={email} sans />
              </div>
            </span>
            <span data-nom>
              <LotLink id={appartement.id} numLot={appartement.numLot} venteId={appartement.vente_id} /> ·{' '}
              {appartement.typeLogement}
              <div className="dim">{children(appartement)}</div>
            </span>
          </li>
        ))}
      </ul>
    </ReportSection>
  )
}

interface OccupationFigureProps {
  stats: StatsOccupation
  bands: boolean | undefined
  text: string | undefined
}

function OccupationFigure({ stats, bands, text }: OccupationFigureProps) {
  return (
    <div>
      <OccupationBar percent={stats.tauxOccupation} label="Taux d'occupation" text={text} bands={bands} />
      <div className="wrap between gap-4-16">
        <span>{formatNombre(stats.occupiedCount)} occupés</span>
        <span>{formatNombre(stats.availableCount)} disponibles</span>
      </div>
    </div>
  )
}

interface TypeDistributionProps {
  types: Record<string, number>
  sold: Record<string, number> | undefined
}

function TypeDistribution({ types, sold = {} }: TypeDistributionProps) {
  const rows = Object.entries(types)
  const most = Math.max(...rows.map(([, count]) => count), 1)
  if (rows.length === 0) return <p className="dim flat">Aucun appartement.</p>
  return (
    <>
      <ul className={`stack list ${styles.types}`}>
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
                {formatNombre(count)} <span className="dim">({formatCompte(taken, 'vendu')})</span>
              </span>
            </li>
          )
        })}
      </ul>
      <div className={`wrap dim small ${styles.legend}`} aria-hidden>
        <span className={styles.keySold}>Vendus</span>
        <span className={styles.keyFree}>Libres</span>
      </div>
    </>
  )
}
