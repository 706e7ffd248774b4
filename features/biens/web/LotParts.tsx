import { PourquoiCeSolde } from '#features/paiements/web/PourquoiCeSolde.tsx'
import { BlocLink, ClientLink, DossierLink, ResidenceLink, EtageLink } from '#web/kit/card/EntityLinks.tsx'
import { EmailLink, PhoneLink } from '#web/kit/card/ContactLinks.tsx'
import { nomDuBien, type BienMontre, type Lot, type LotVendable } from '#features/biens/web/lots.ts'
import { prixAuMetreCarre } from '#shared/biens.ts'
import { fromDecimal } from '#shared/argent.ts'
import { PaymentBar } from '#web/kit/feedback/States.tsx'
import type { Fact } from '#web/kit/card/EntityCard.tsx'
import { Montant, Surface } from '#web/kit/card/Montant.tsx'
import type { AppartementLu } from '#features/biens/web/appartements.queries.ts'
import type { LocalLu } from '#features/biens/web/locaux.queries.ts'

export function resteAPayer(bien: BienMontre): Fact | null {
  if (!bien.client) return null
  return {
    label: 'Reste à payer',
    value: <PourquoiCeSolde bien={bien} libelle={nomDuBien(bien)} reste={bien.resteAPayer} />,
  }
}

export function resteCompact(bien: BienMontre) {
  return (
    bien.client && <PourquoiCeSolde bien={bien} libelle={nomDuBien(bien)} reste={bien.resteAPayer} compact />
  )
}

export function acheteur({ client }: BienMontre): Fact | null {
  return client && { label: 'Client', value: <ClientLink id={client.id} nomComplet={client.nomComplet} /> }
}

/** False of a local, of whose buyer « N/A » is said (entree.md D.9, LOC-35). */
export const saysSans = ({ type }: Pick<BienMontre, 'type'>): boolean => type !== 'local'

/** Facts of the current sale that the details of every lot show. */
export function faitsDeLaVente(lot: Lot): (Fact | null)[] {
  const { client, vente_id, dossier } = lot
  return [
    acheteur(lot) ?? { label: 'Client', value: 'Aucun client' },
    vente_id === null ? null : { label: 'Dossier', value: <DossierLink id={vente_id} dossier={dossier} /> },
    client && { label: 'Téléphone', value: <PhoneLink tel={client.tel} sans={saysSans(lot)} /> },
    client && { label: 'Email', value: <EmailLink email={client.email} sans={saysSans(lot)} /> },
    resteAPayer(lot),
  ]
}

/** Paid share of a sold lot: green from 90, blue from 50, amber from 25, red below (D2 §9). */
export function BarreDePaiement({ lot }: { lot: LotVendable }) {
  return lot.client ? (
    <PaymentBar bands percent={lot.pourcentagePaiement} label={`Payé : ${nomDuBien(lot)}`} />
  ) : null
}

/** « 12 422,36 DA / m² », from a decimal price and area. */
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

type BlocDuLot = LocalLu['bloc']

export function lieuDuLot({ id, nomloc, residence_id, residence }: BlocDuLot) {
  return {
    residence: { label: 'Résidence', value: <ResidenceLink id={residence.id} nom={residence.nom} /> },
    bloc: { label: 'Bloc', value: <BlocLink id={id} nomloc={nomloc} residenceId={residence_id} /> },
  } satisfies Record<string, Fact>
}

export function lieuDeLAppartement({
  bloc,
  etage,
}: {
  bloc: BlocDuLot
  etage: Pick<AppartementLu['etage'], 'id' | 'designation'>
}) {
  return {
    ...lieuDuLot(bloc),
    etage: {
      label: 'Étage',
      value: (
        <EtageLink
          id={etage.id}
          designation={etage.designation}
          blocId={bloc.id}
          residenceId={bloc.residence_id}
        />
      ),
    },
  } satisfies Record<string, Fact>
}

/** The lieu of a row: « Bloc C, 3e étage », and under it the résidence (ecrans §5). */
export function lieuCompact(lieu: ReturnType<typeof lieuDuLot> & { etage?: Fact }) {
  return {
    cell: (
      <>
        {lieu.bloc.value}
        {lieu.etage && <>, {lieu.etage.value}</>}
      </>
    ),
    under: lieu.residence.value,
  }
}

/** Facts that the card and the details share (D2 §2.5). */
export function faitsDuLocal({ surface, montant, bloc }: LocalLu, surfaceLabel = 'Surface') {
  return {
    surface: { label: surfaceLabel, value: <Surface decimal={surface} /> },
    montant: { label: 'Montant', value: <Montant decimal={montant} /> },
    ...lieuDuLot(bloc),
  } satisfies Record<string, Fact>
}
