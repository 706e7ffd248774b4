import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { adresseDesPaiements } from '#features/paiements/paiements.rules.ts'

interface LinkProps {
  to: string
  search?: Record<string, string>
  children: ReactNode
}

/** Each name leads where one would click: a residence to its blocs, a bloc to its étages, an étage to its lots, a sold lot to its payments. */
function NameLink({ to, search = {}, children }: LinkProps) {
  return (
    <Anchor inherit renderRoot={(props) => <Link to={to} search={search} {...props} />}>
      {children}
    </Anchor>
  )
}

export function ResidenceLink({ id, nom }: { id: number; nom: string }) {
  return (
    <NameLink to="/bloc" search={{ residence: String(id) }}>
      {nom}
    </NameLink>
  )
}

export function BlocLink({ id, nomloc, residenceId }: { id: number; nomloc: string; residenceId: number }) {
  return (
    <NameLink to="/etage" search={{ residence: String(residenceId), bloc: String(id) }}>
      {nomloc}
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
      to="/appartement"
      search={{ residence: String(residenceId), bloc: String(blocId), etage: String(id) }}
    >
      {designation}
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
    <NameLink to={adresseDesPaiements(clientId, { type: 'appartement', id })}>Lot {numLot}</NameLink>
  ) : (
    <NameLink to="/appartement" search={{ details: String(id) }}>
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
    <NameLink to={adresseDesPaiements(clientId, { type: 'local', id })}>Local {num}</NameLink>
  ) : (
    <NameLink to="/locaux" search={{ details: String(id) }}>
      Local {num}
    </NameLink>
  )
}

/** A sold place leads to its payments; a free one stands where it is already. */
export function PlaceLink({ id, numero, clientId }: { id: number; numero: number; clientId: number | null }) {
  if (clientId === null) return `Place ${numero}`
  return <NameLink to={adresseDesPaiements(clientId, { type: 'place_parking', id })}>Place {numero}</NameLink>
}

export function ClientLink({ id, nomComplet }: { id: number; nomComplet: string }) {
  return (
    <NameLink to="/clients" search={{ biens: String(id) }}>
      {nomComplet}
    </NameLink>
  )
}
