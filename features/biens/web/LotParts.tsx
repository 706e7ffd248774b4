import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { BlocLink, ClientLink, DossierLink, ResidenceLink } from '#web/kit/EntityLinks.tsx'
import { nomDuLot, type LotVendable, type SuiviLu } from '#features/biens/web/lots.ts'
import { BadgesDuBien } from '#features/biens/web/SuiviDuBien.tsx'
import { prixAuMetreCarre } from '#features/ventes/ventes.rules.ts'
import { fromDecimal } from '#shared/argent.ts'
import { PaymentBar } from '#web/kit/Bars.tsx'
import type { Fact } from '#web/kit/EntityCard.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { StatusBadge } from '#web/kit/StatusBadge.tsx'

/** Disponible without a client, Vendu with one (D2 §4). */
export function EtatBadge({ estDispo }: { estDispo: boolean }) {
  return estDispo ? (
    <StatusBadge tone="green">Disponible</StatusBadge>
  ) : (
    <StatusBadge tone="blue">Vendu</StatusBadge>
  )
}

/** The same with what else is to be known of it. */
export function EtatDuLot({ lot }: { lot: LotVendable & SuiviLu }) {
  return (
    <BadgesDuBien bien={lot}>
      <EtatBadge estDispo={lot.estDispo} />
    </BadgesDuBien>
  )
}

/** What remains of a sold lot, opening the sum it comes from. */
export function resteAPayer(lot: LotVendable): Fact | null {
  if (!lot.client) return null
  return {
    label: 'Reste à payer',
    value: <PourquoiCeSolde bien={lot} libelle={nomDuLot(lot)} reste={lot.resteAPayer} />,
  }
}

/** The same in a row of a table: nothing for a free lot. */
export function resteCompact(lot: LotVendable) {
  return lot.client && <PourquoiCeSolde bien={lot} libelle={nomDuLot(lot)} reste={lot.resteAPayer} compact />
}

/** Who bought it: leads to all his biens. */
export function acheteur({ client }: LotVendable): Fact | null {
  return client && { label: 'Client', value: <ClientLink id={client.id} nomComplet={client.nomComplet} /> }
}

/** Its sale as a file. */
export function dossierDuLot({ vente_id, dossier }: Pick<SuiviLu, 'vente_id' | 'dossier'>): Fact | null {
  return vente_id === null
    ? null
    : { label: 'Dossier', value: <DossierLink id={vente_id} dossier={dossier} /> }
}

/** How much of a sold lot is paid: green from 90, blue from 50, amber from 25, red below (D2 §9). */
export function BarreDePaiement({ lot }: { lot: LotVendable }) {
  return lot.client ? (
    <PaymentBar percent={lot.pourcentagePaiement} label={`Payé : ${nomDuLot(lot)}`} />
  ) : null
}

/** « 12 422,36 DA / m² » out of a price and an area as the API gives them. */
export function PrixAuMetreCarre({ montant, surface }: { montant: number | null; surface: number | null }) {
  if (montant === null || surface === null) return 'Non spécifié'
  const prix = prixAuMetreCarre(fromDecimal(montant), fromDecimal(surface))
  if (prix === null) return 'Non spécifié'
  return (
    <>
      <Montant centimes={prix} />
      {'\u00A0/\u00A0m²'}
    </>
  )
}

interface BlocDuLot {
  id: number
  nomloc: string
  residence_id: number
  residence: { id: number; nom: string }
}

/** Where a lot is, as its card, its row and its details say it. */
export function lieuDuLot({ id, nomloc, residence_id, residence }: BlocDuLot) {
  return {
    residence: { label: 'Résidence', value: <ResidenceLink id={residence.id} nom={residence.nom} /> },
    bloc: { label: 'Bloc', value: <BlocLink id={id} nomloc={nomloc} residenceId={residence_id} /> },
  } satisfies Record<string, Fact>
}
