import type { ReactNode } from 'react'
import { Nom } from '#web/kit/card/Nom.tsx'
import {
  type Adresse,
  appartementAt,
  appartementsOf,
  biensOf,
  blocsOf,
  dossierAt,
  etagesOf,
  localAt,
  paiementsOf,
} from '#web/paths.ts'

interface LinkProps {
  /** Id of the record; 0 when only its name is known. */
  id: number
  children: ReactNode
}

/** Link on a name; the name alone when its record is not known. */
function Known({ id, children, ...adresse }: LinkProps & Adresse) {
  return id === 0 ? children : <Nom {...adresse}>{children}</Nom>
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

export function LotLink({
  id,
  numLot,
  clientId,
  nom = `Appartement ${numLot}`,
}: {
  id: number
  numLot: string
  clientId: number | null | undefined
  /** Shorter text, such as the number alone, for a column that names the kind. */
  nom?: string
}) {
  return clientId ? (
    <Known id={id} to={paiementsOf(clientId, { type: 'appartement', id })}>
      {nom}
    </Known>
  ) : (
    <Known id={id} {...appartementAt(id)}>
      {nom}
    </Known>
  )
}

export function LocalLink({
  id,
  num,
  clientId,
}: {
  id: number
  num: string
  clientId: number | null | undefined
}) {
  return clientId ? (
    <Known id={id} to={paiementsOf(clientId, { type: 'local', id })}>
      Local {num}
    </Known>
  ) : (
    <Known id={id} {...localAt(id)}>
      Local {num}
    </Known>
  )
}

/** A sold place links to its payments; a free one has no link, because it is listed on its own screen. */
export function PlaceLink({ id, numero, clientId }: { id: number; numero: number; clientId: number | null }) {
  if (clientId === null) return `Place ${numero}`
  return (
    <Known id={id} to={paiementsOf(clientId, { type: 'place_parking', id })}>
      Place {numero}
    </Known>
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

export function ClientLink({ id, nomComplet }: { id: number; nomComplet: string }) {
  return (
    <Known id={id} {...biensOf(id)}>
      {nomComplet || 'Non spécifié'}
    </Known>
  )
}
