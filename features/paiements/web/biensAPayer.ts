import { createContext, use } from 'react'
import { fromDecimal, formatSurface } from '#shared/argent.ts'
import type { TypeBien } from '#shared/biens.ts'

/** One of the biens of a client, for the payment form; amounts in decimal dinars. */
export interface BienAPayer {
  id: number
  /** What it is: « 302 (F3) ». */
  nom: string
  /** Where it is, from the inside out; what the answer does not say is undefined or ''. */
  lieu: readonly (string | undefined)[]
  /** What is said of where it is when that is not enough. */
  precision?: string
  montant: number
  /** Null where the answer does not say. */
  resteAPayer: number | null
}

/** A bien that nobody has bought; it may be held or off sale all the same. */
export interface BienLibre extends BienAPayer {
  etat_bien: 'libre' | 'option' | 'vendu' | 'livre' | 'bloque'
  option: { client_id: number | null; nom: string } | null
}

/** A bien above its payments: the facts of its kind, and where its sale stands (D3 §2.4). */
export interface BienPaye {
  numero: string
  client: { id: number; nomComplet: string } | null
  resteAPayer: number | null
  pourcentagePaiement: number
  /** Its sale as a file; null when it is free. */
  vente_id: number | null
  dossier: string | null
  /** A text, or an amount in decimal dinars. */
  facts: { label: string; value: string | { montant: number | null } }[]
}

/** How one kind of bien is read, by its own calls (D3 §7). */
export interface LectureDuGenre {
  ofClient: (clientId: number, signal: AbortSignal) => Promise<BienAPayer[]>
  read: (id: number, signal: AbortSignal) => Promise<BienPaye>
  /** Those of a residence that are not sold. */
  libres: (residenceId: number, signal: AbortSignal) => Promise<BienLibre[]>
}

/** A page that holds what is not sold in any residence there is. */
export const TOUS = { page: 1, per_page: 1000 } as const

/** Given by the application: payments know biens, and no kind of them. */
export const BiensAPayer = createContext<Record<TypeBien, LectureDuGenre> | null>(null)

export function useBiensAPayer(): Record<TypeBien, LectureDuGenre> {
  const lectures = use(BiensAPayer)
  if (!lectures) throw new Error('No kind of bien is given to the payments')
  return lectures
}

/** An area among those facts, decimal m². */
export const direSurface = (decimal: number | null): string =>
  decimal === null ? 'Non spécifiée' : formatSurface(fromDecimal(decimal))
