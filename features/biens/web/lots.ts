import type { ComponentType, ReactNode } from 'react'
import type { TypeDeLot } from '#features/biens/biens.kinds.ts'
import type { LotsQueries } from '#features/biens/web/lots.queries.ts'
import type { VenteSaisie } from '#features/ventes/web/ventes.queries.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import type { suivi } from '#features/biens/bien.contract.ts'
import type { Endpoint, Wire } from '#shared/endpoint.ts'
import { libelleDuBien } from '#shared/biens.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import type { EntityCardProps } from '#web/kit/EntityCard.tsx'

/** What selling needs to know of an appartement or a local; amounts as the API gives them. */
export interface LotVendable {
  id: number
  type: TypeDeLot
  numero: string
  montant: number
  client: { id: number; nomComplet: string; tel: string; email: string } | null
  estDispo: boolean
  resteAPayer: number
  pourcentagePaiement: number
  /** Of the current sale. */
  paiements: readonly PaiementLu[]
}

/** How it stands besides: its dossier, whom it is held for, why it is off sale. */
export type SuiviLu = Wire<typeof suivi>

/** What the filters of a list look at besides. */
export interface LotSitue {
  bloc: { id: number; residence_id: number }
  etage_id?: number
  client_id: number | null
  estDispo: boolean
}

/** Where a new lot most likely goes. */
export interface LieuChoisi {
  residence: number | null
  bloc: number | null
  etage: number | null
}

/** What a kind of lot has of its own: its calls, its columns, what its cards say, and its dialogs. */
export interface GenreDeLot<T extends { id: number }, Tri extends string> {
  type: TypeDeLot
  queries: LotsQueries<T>
  calls: {
    assigner: (id: number, vente: VenteSaisie) => Promise<{ message: string }>
    retirer: (id: number) => Promise<{ message: string }>
    supprimer: (id: number) => Promise<{ message: string }>
  }
  /** Who may do what with one. */
  endpoints: Record<'create' | 'update' | 'remove' | 'assigner' | 'retirer', Pick<Endpoint, 'access'>>
  toLot: (record: T) => LotVendable & LotSitue & SuiviLu
  /** What the search of the loaded page looks through. */
  texts: (record: T) => readonly (string | null)[]
  /** An empty list, and one that is narrowed to a place: what to do next. */
  Aucun: ComponentType<{ action: ReactNode }>
  AucunIci: ComponentType<LieuChoisi & { action: ReactNode }>
  /** A plan goes with it. */
  hasPlan?: (record: T) => boolean
  card: (record: T, onError: (message: string) => void) => Pick<EntityCardProps, 'name' | 'under' | 'facts'>
  columns: readonly Column<T, Tri>[]
  /** The actions of a row before those of every lot. */
  rowActions?: (record: T, onError: (message: string) => void) => ReactNode
  Form: ComponentType<LotFormProps<T>>
  Details: ComponentType<LotDetailsProps<T>>
  Report: ComponentType<{ id: number; onClose: () => void }>
}

export interface LotFormProps<T> {
  /** The lot to change; none to add one. */
  listed?: T
  /** What the list's filters say. */
  filters?: LieuChoisi
  onClose: () => void
  onSaved: (message: string) => void
}

export interface LotDetailsProps<T> {
  id: number
  /** The one of the loaded page, shown at once. */
  loaded: T | undefined
  onClose: () => void
  onError: (message: string) => void
}

/** « Appartement A-12 », « Local L-3 ». */
export function nomDuLot({ type, numero }: Pick<LotVendable, 'type' | 'numero'>): string {
  return libelleDuBien(type, numero)
}
