import { Anchor } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { ReportDialog } from '#features/promoteur/web/ReportDialog.tsx'
import { EmailLink, PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import styles from '#web/kit/print/Report.module.css'
import { ReportSection, Tiles } from '#web/kit/print/ReportParts.tsx'
import { ClientLink, DossierLink } from '#web/kit/card/EntityLinks.tsx'
import type { venteTerminee } from '#features/ventes/ventes.contract.ts'
import { BarreDePaiement, saysSans } from '#features/biens/web/LotParts.tsx'
import { nomDuBien, type LotVendable } from '#features/biens/web/lots.ts'
import { formatJourCourt } from '#shared/dates.ts'
import type { Wire } from '#shared/endpoint.ts'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import { paiementsOf } from '#shared/paths.ts'

interface ReportOfVente {
  resteAPayer: number
  pourcentagePaiement: number
  totalPayments: number
  paiements: LotVendable['paiements']
  vente_id: number | null
  dossier: string | null
  historique: readonly Wire<typeof venteTerminee>[]
}

interface LotReportProps<R> {
  query: UseQueryResult<R>
  toLot: (report: R) => Omit<LotVendable, 'resteAPayer' | 'pourcentagePaiement' | 'paiements'>
  onClose: () => void
  children: (report: R) => ReactNode
}

export function LotReport<R extends ReportOfVente>({ query, toLot, onClose, children }: LotReportProps<R>) {
  return (
    <ReportDialog
      title="Rapport détaillé"
      query={query}
      error="Erreur lors du chargement du rapport détaillé."
      onClose={onClose}
    >
      {(report) => (
        <>
          {children(report)}
          <VenteReport lot={{ ...report, ...toLot(report) }} report={report} />
        </>
      )}
    </ReportDialog>
  )
}

function VenteReport({ lot, report }: { lot: LotVendable; report: ReportOfVente }) {
  const { client, paiements } = lot
  const { totalPayments, historique } = report
  return (
    <>
      <ReportSection title="Client">
        {client ? (
          <div className={styles.line}>
            <span data-nom>
              <ClientLink id={client.id} nomComplet={client.nomComplet} />
            </span>
            <PhoneLink tel={client.tel} sans={saysSans(lot)} />
            <EmailLink email={client.email} sans={saysSans(lot)} />
            <DossierLink id={report.vente_id} dossier={report.dossier} />
          </div>
        ) : (
          <p className="dim flat">Aucun client</p>
        )}
      </ReportSection>
      {client && (
        <ReportSection title="Paiements" long>
          <BarreDePaiement lot={lot} />
          <Tiles
            wide
            tiles={[
              { label: 'Total payé', value: <Montant decimal={totalPayments} /> },
              {
                label: 'Reste à payer',
                value: <PourquoiCeSolde bien={lot} libelle={nomDuBien(lot)} reste={lot.resteAPayer} />,
              },
            ]}
          />
          {paiements.length === 0 && <p className="dim flat">Aucun versement enregistré.</p>}
          <ul className={`stack list ${styles.lines}`}>
            {paiements.map(({ id, date_paiement, versement, details, recu }) => (
              <li key={id} className={styles.line}>
                <span>
                  {date_paiement ? formatJourCourt(date_paiement) : 'N/A'}{' '}
                  <span className="dim">Reçu {recu}</span>
                </span>
                <span className="dim">{details}</span>
                <Montant decimal={versement} />
              </li>
            ))}
          </ul>
          <Anchor inherit renderRoot={(props) => <Link to={paiementsOf(client.id, lot)} {...props} />}>
            Voir les paiements
          </Anchor>
        </ReportSection>
      )}
      {historique.length > 0 && (
        <ReportSection title="Anciennes ventes" long>
          <ul className={`stack list ${styles.lines}`}>
            {historique.map((vente) => (
              <li key={vente.id} className={styles.line}>
                <span data-nom>
                  <ClientLink id={vente.client.id} nomComplet={vente.client.nomComplet} />
                </span>
                <span>
                  Du {formatJourCourt(vente.ouverteLe)} au {formatJourCourt(vente.termineeLe)}
                </span>
                <span>
                  {formatCompte(vente.nombrePaiements, 'versement')} : <Montant decimal={vente.totalPaye} />
                </span>
                <span>
                  <DossierLink id={vente.id} dossier={vente.dossier} />{' '}
                  {vente.etat === 'desistement' ? (
                    <StatusBadge tone="gray">Désistement</StatusBadge>
                  ) : (
                    <StatusBadge tone="gray">Retrait</StatusBadge>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </ReportSection>
      )}
    </>
  )
}
