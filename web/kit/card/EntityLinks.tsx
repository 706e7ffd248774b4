import type { ReactNode } from 'react'
import { Nom, Numero } from '#web/kit/card/Nom.tsx'
import type { BienDesigne } from '#shared/biens.ts'
import {
  type Adresse,
  appartementAt,
  appartementsOf,
  blocsOf,
  clientAt,
  dossierAt,
  etagesOf,
  localAt,
  paiementsOf,
  placesOf,
} from '#shared/paths.ts'

interface LinkProps {
  /** Id of the record; 0 when only its name is known. */
  id: number
  children: ReactNode
}

/** Link on a name; the name alone when its record is not known. */
function Known({ id, children, ...adresse }: LinkProps & Adresse) {
  return id === 0 ? <bdi>{children}</bdi> : <Nom {...adresse}>{children}</Nom>
}

export function ResidenceLink({
  id,
  nom,
  sans = 'Sans résidence',
}: {
  id: number
  nom: string
  sans?: string
}) {
  return (
    <Known id={id} {...blocsOf(id)}>
      {nom || sans}
    </Known>
  )
}

export function BlocLink({ id, nomloc, residenceId }: { id: number; nomloc: string; residenceId: number }) {
  return (
    <Known id={id} {...etagesOf(residenceId, id)}>
      {nomloc || 'Non spécifié'}
    </Known>
  )
}

interface EtageLinkProps {
  id: number
  designation: string
  blocId: number
  residenceId: number
}

export function EtageLink({ id, designation, blocId, residenceId }: EtageLinkProps) {
  return (
    <Known id={id} {...appartementsOf(residenceId, blocId, id)}>
      {designation || 'Non spécifié'}
    </Known>
  )
}

interface BienLinkProps extends BienDesigne {
  /** Id of its open sale; null or 0 when it is not sold. */
  venteId: number | null
  /** Parking of a place, where it is known. */
  parkingId?: number | null
  children: ReactNode
}

/**
 * Link on the name of a bien: its dossier when it is sold, else its « Détails ». A free place has none of its own: the places of its parking,
 * or its name alone.
 */
export function BienLink({ type, id, venteId, parkingId, children }: BienLinkProps) {
  const numero = <Numero>{children}</Numero>
  if (venteId) return <Nom to={dossierAt(venteId)}>{numero}</Nom>
  if (type === 'place_parking') return parkingId ? <Nom {...placesOf(parkingId)}>{numero}</Nom> : numero
  return (
    <Known id={id} {...(type === 'local' ? localAt(id) : appartementAt(id))}>
      {numero}
    </Known>
  )
}

interface LotLinkProps extends Pick<BienLinkProps, 'id' | 'venteId'> {
  numLot: string
  /** Shorter text, such as the number alone, for a column that names the kind. */
  nom?: string
}

export function LotLink({ numLot, nom = `Appartement ${numLot}`, ...lot }: LotLinkProps) {
  return (
    <BienLink type="appartement" {...lot}>
      {nom}
    </BienLink>
  )
}

interface RecuLinkProps {
  recu: string
  paiement: number
  client: number
  bien: BienDesigne
}

/** Link on the number of a receipt to its payment, marked among those of its bien. */
export function RecuLink({ recu, paiement, client, bien }: RecuLinkProps) {
  return (
    <Nom to={paiementsOf(client, bien)} search={{ paiement: String(paiement) }}>
      {recu}
    </Nom>
  )
}

/** Link « Dossier 2026-D-0012 » to the dossier of a vente; nothing without a dossier. */
export function DossierLink({ id, dossier }: { id: number | null; dossier: string | null }) {
  if (id === null || !dossier) return null
  return (
    <Known id={id} to={dossierAt(id)}>
      Dossier {dossier}
    </Known>
  )
}

/** Link on the name of a client to his file; the id is 0 for somebody who is no client yet. */
export function ClientLink({ id, nomComplet }: { id: number; nomComplet: string }) {
  return (
    <Known id={id} to={clientAt(id)}>
      {nomComplet || 'Non spécifié'}
    </Known>
  )
}
