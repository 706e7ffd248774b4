import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { adresseDesPaiements } from '#features/paiements/paiements.rules.ts'

interface LinkProps {
  /** The record it leads to; 0 when only its name is known. */
  id: number
  to: string
  search?: Record<string, string>
  children: ReactNode
}

/**
 * Each name leads where one would click: a residence to its blocs, a bloc to its étages, an étage to its lots, a sold lot
 * to its payments. A name that is missing has its word (Q56).
 */
function NameLink({ id, to, search = {}, children }: LinkProps) {
  if (id === 0) return children
  return (
    <Anchor inherit renderRoot={(props) => <Link to={to} search={search} {...props} />}>
      {children}
    </Anchor>
  )
}

/** `sans` is said where there is no name. */
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
    <NameLink id={id} to="/bloc" search={{ residence: String(id) }}>
      {nom || sans}
    </NameLink>
  )
}

export function BlocLink({ id, nomloc, residenceId }: { id: number; nomloc: string; residenceId: number }) {
  return (
    <NameLink id={id} to="/etage" search={{ residence: String(residenceId), bloc: String(id) }}>
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
    <NameLink
      id={id}
      to="/appartement"
      search={{ residence: String(residenceId), bloc: String(blocId), etage: String(id) }}
    >
      {designation || 'Non spécifié'}
    </NameLink>
  )
}

/** A sold lot leads to its payments, a free one to its own record. */
export function LotLink({
  id,
  numLot,
  clientId,
}: {
  id: number
  numLot: string
  clientId: number | null | undefined
}) {
  return clientId ? (
    <NameLink id={id} to={adresseDesPaiements(clientId, { type: 'appartement', id })}>
      Lot {numLot}
    </NameLink>
  ) : (
    <NameLink id={id} to="/appartement" search={{ details: String(id) }}>
      Lot {numLot}
    </NameLink>
  )
}

/** A sold local leads to its payments, a free one to its own record. */
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
    <NameLink id={id} to={adresseDesPaiements(clientId, { type: 'local', id })}>
      Local {num}
    </NameLink>
  ) : (
    <NameLink id={id} to="/locaux" search={{ details: String(id) }}>
      Local {num}
    </NameLink>
  )
}

/** A sold place leads to its payments; a free one stands where it is already. */
export function PlaceLink({ id, numero, clientId }: { id: number; numero: number; clientId: number | null }) {
  if (clientId === null) return `Place ${numero}`
  return (
    <NameLink id={id} to={adresseDesPaiements(clientId, { type: 'place_parking', id })}>
      Place {numero}
    </NameLink>
  )
}

export function ClientLink({ id, nomComplet }: { id: number; nomComplet: string }) {
  return (
    <NameLink id={id} to="/clients" search={{ biens: String(id) }}>
      {nomComplet || 'Non spécifié'}
    </NameLink>
  )
}
