import type { Icon } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { Lieu, LieuChoisi } from '#features/structure/web/structure.queries.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { usePeut } from '#web/kit/call/usePeut.ts'
import type { EntityCardProps } from '#web/kit/card/EntityCard.tsx'
import type { BannersState } from '#web/kit/feedback/Banner.tsx'
import type { Empeche } from '#web/kit/dialog/ConfirmDialog.tsx'
import type { ActeOuRien } from '#web/kit/table/MenuDeLigne.tsx'
import type { Adresse } from '#shared/paths.ts'

export interface NiveauDialogProps<T> {
  record: T
  onClose: () => void
}

/** A dialog of the level's own, which its card opens by name. */
export interface NiveauPropreProps<T> extends NiveauDialogProps<T> {
  onSaved: (message: string) => void
}

export interface NiveauReportProps {
  id: number
  onClose: () => void
}

export interface NiveauFormProps<T> {
  listed?: T
  /** Filters of the list, proposed for a new record. */
  lieu?: LieuChoisi
  onClose: () => void
  onSaved: (message: string) => void
  onAdded?: (added: T) => void
}

/** The card's own actions get the banners and open the level's own dialogs, by their name in `Propres`. */
interface Gestes {
  banners: BannersState
  onPropre: (nom: string) => void
  peut: ReturnType<typeof usePeut>
}

export interface CarteDeNiveau extends Pick<
  EntityCardProps,
  'name' | 'under' | 'badge' | 'facts' | 'actions'
> {
  /** Further acts, under « ⋯ ». */
  actes?: readonly ActeOuRien[]
  taux: number
  /** Text of the bar: « 33,33 % occupé ». */
  occupe: string
}

/** Next step after a record was added: a sentence, its link, and another one. */
export interface SuiteDUnAjout extends Adresse {
  phrase: string
  lien: string
  autre?: Adresse & { lien: string }
}

/** One level of the structure, as its screen needs it: its words, its card and its dialogs. */
export interface Niveau<T extends { id: number }> {
  genre: Lieu['genre']
  titre: string
  pluriel: string
  recherche: string
  chargement: string
  echec: string
  /** Number of cards of a page. */
  cartes?: number
  ajouter: string
  icone?: Icon
  aucun: string
  aucunTrouve: string
  /** Level that the records stand in, and their noun with « de »: « d'étage »; absent for residences. */
  dans?: { genre: Lieu['genre']; de: string }
  endpoints: Record<'create' | 'update' | 'remove', Pick<Endpoint, 'access'>>
  nom: (record: T) => string
  texts: (record: T) => readonly string[]
  card: (record: T, gestes: Gestes) => CarteDeNiveau
  suppression: {
    titre: string
    echec: string
    question: (record: T) => ReactNode
    empeche: (record: T) => Empeche | null
    call: (id: number) => Promise<{ message: string }>
  }
  suite: (added: T) => SuiteDUnAjout
  Form: ComponentType<NiveauFormProps<T>>
  Details: ComponentType<NiveauDialogProps<T>>
  Propres?: Readonly<Record<string, ComponentType<NiveauPropreProps<T>>>>
  Report: ComponentType<NiveauReportProps>
}
