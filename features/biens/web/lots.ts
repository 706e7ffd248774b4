import type { ComponentType } from 'react'
import type { TypeDeLot } from '#features/biens/biens.kinds.ts'
import type { BienNomme } from '#features/options/web/options.queries.ts'
import type { VenteSaisie, Vendu } from '#features/ventes/web/ventes.queries.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import type { suivi } from '#features/etats/etats.schema.ts'
import type { LieuChoisi, recordQueries } from '#features/structure/web/structure.queries.ts'
import type { Endpoint, Wire } from '#shared/endpoint.ts'
import { libelleDuBien, type TypeBien } from '#shared/biens.ts'
import type { ActeOuRien } from '#web/kit/table/MenuDeLigne.tsx'
import type { Colonne } from '#web/kit/table/Tableau.tsx'
import type { EntityCardProps } from '#web/kit/card/EntityCard.tsx'

/** A bien as its card and its row show it, whatever its kind; amounts in decimals. */
export interface BienMontre {
  id: number
  type: TypeBien
  numero: string | number
  montant: number
  client: { id: number; nomComplet: string; tel: string; email: string } | null
  estDispo: boolean
  resteAPayer: number
  pourcentagePaiement: number
}

/** A lot as the sale dialogs need it. */
export interface LotVendable extends BienMontre {
  type: TypeDeLot
  numero: string
  paiements: readonly PaiementLu[]
}

export type SuiviLu = Wire<typeof suivi>

/** `estDispo` decides whether it is free, since only that is specified (RF-65). */
export type BienSuivi = BienNomme & SuiviLu & { estDispo: boolean }

/** A lot as its list and its details need it, whatever its kind. */
export interface Lot extends LotVendable, SuiviLu {
  bloc: { id: number; residence_id: number }
  etage_id?: number
  client_id: number | null
  version: number
}

export interface GenreDeLot<T extends { id: number }, Tri extends string> {
  type: TypeDeLot
  queries: LotsQueries<T>
  calls: {
    assigner: (id: number, vente: VenteSaisie) => Promise<Vendu>
    retirer: (id: number) => Promise<{ message: string }>
    supprimer: (id: number) => Promise<{ message: string }>
  }
  endpoints: Record<'create' | 'update' | 'remove' | 'assigner' | 'retirer', Pick<Endpoint, 'access'>>
  toLot: (record: T) => Lot
  texts: (record: T) => readonly (string | null)[]
  hasPlan?: (record: T) => boolean
  card: (record: T, onError: (message: string) => void) => Pick<EntityCardProps, 'name' | 'under' | 'facts'>
  columns: readonly Colonne<T, Tri>[]
  plan?: (record: T, onError: (message: string) => void) => ActeOuRien
  Form: ComponentType<LotFormProps<T>>
  Details: ComponentType<LotDetailsProps<T>>
  Report: ComponentType<LotReportProps>
}

export interface LotFormProps<T> {
  listed?: T
  filters?: LieuChoisi
  onClose: () => void
  onSaved: (message: string) => void
  onRecord: (saved: T, message: string) => void
}

export interface LotReportProps {
  id: number
  onClose: () => void
}

export interface LotDetailsProps<T> {
  id: number
  /** Lot of the loaded page, shown until the full one has loaded. */
  loaded: T | undefined
  onClose: () => void
  onError: (message: string) => void
}

/** The buyer of a bien. The specified answers name him without an id, which stands beside him as `client_id` (RF-65). */
export const acheteurLu = <C extends { id: number }>(bien: {
  client: C | null
  client_id: number | null
}): C | null => bien.client && { ...bien.client, id: bien.client.id || (bien.client_id ?? 0) }

export function nomDuBien({ type, numero }: Pick<BienMontre, 'type' | 'numero'>): string {
  return libelleDuBien(type, numero)
}

/** The filters are sent only when the list goes beyond the loaded page. */
export interface LotsQuery {
  page: number
  per_page?: number
  tri?: string
  residence_id?: number | undefined
  bloc_id?: number | undefined
  etage_id?: number | undefined
  client_id?: number | undefined
  etat?: string | undefined
  etat_bien?: string | undefined
}

type LotsQueries<T> = Pick<ReturnType<typeof recordQueries<LotsQuery, T, unknown>>, 'page'>
