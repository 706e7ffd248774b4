import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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

/** Link on a record's name to the screen of what it contains; a sold bien links to its payments. A missing name has a replacement (Q56). */
function NameLink({ id, to, search = {}, children }: LinkProps & Adresse) {
  if (id === 0) return children
  return (
    <Anchor inherit renderRoot={(props) => <Link to={to} search={search} {...props} />}>
      {children}
    </Anchor>
  )
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
    <NameLink id={id} {...blocsOf(id)}>
      {nom || sans}
    </NameLink>
  )
}

export function BlocLink({ id, nomloc, residenceId }: { id: number; nomloc: string; residenceId: number }) {
  return (
    <NameLink id={id} {...etagesOf(residenceId, id)}>
      {nomloc || 'Non spécifié'}
    </NameLink>
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
    <NameLink id={id} {...appartementsOf(residenceId, blocId, id)}>
      {designation || 'Non spécifié'}
    </NameLink>
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
    <NameLink id={id} to={paiementsOf(clientId, { type: 'appartement', id })}>
      {nom}
    </NameLink>
  ) : (
    <NameLink id={id} {...appartementAt(id)}>
      {nom}
    </NameLink>
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
    <NameLink id={id} to={paiementsOf(clientId, { type: 'local', id })}>
      Local {num}
    </NameLink>
  ) : (
    <NameLink id={id} {...localAt(id)}>
      Local {num}
    </NameLink>
  )
}

/** A sold place links to its payments; a free one has no link, because it is listed on its own screen. */
export function PlaceLink({ id, numero, clientId }: { id: number; numero: number; clientId: number | null }) {
  if (clientId === null) return `Place ${numero}`
  return (
    <NameLink id={id} to={paiementsOf(clientId, { type: 'place_parking', id })}>
      Place {numero}
    </NameLink>
  )
}

/** Link « Dossier 2026-D-0012 » to the dossier of a vente; nothing without a dossier. */
export function DossierLink({ id, dossier }: { id: number | null; dossier: string | null }) {
  if (id === null || !dossier) return null
  return (
    <NameLink id={id} to={dossierAt(id)}>
      Dossier {dossier}
    </NameLink>
  )
}

export function ClientLink({ id, nomComplet }: { id: number; nomComplet: string }) {
  return (
    <NameLink id={id} {...biensOf(id)}>
      {nomComplet || 'Non spécifié'}
    </NameLink>
  )
}
