import { fromDecimal, formatSurface } from '#shared/argent.ts'
import { groupBy } from '#shared/group-by.ts'
import { isole, normaliser } from '#shared/texte.ts'

/** A client's bien in the payment form. Amounts in decimal dinars. */
export interface BienAPayer {
  id: number
  /** « 302 (F3) ». */
  nom: string
  /** The names of its place, from the inside out; a missing name is undefined or ''. */
  lieu: readonly (string | undefined)[]
  /** One more detail of the place, for two biens that still have the same label. */
  precision?: string
  montant: number
  resteAPayer: number | null
}

/** A bien with the facts of its kind and the state of its sale (D3 §2.4). */
export interface BienPaye {
  numero: string
  montant: number
  version: number
  client: { id: number; nomComplet: string } | null
  resteAPayer: number | null
  pourcentagePaiement: number
  vente_id: number | null
  dossier: string | null
  /** A text, or an amount in decimal dinars. */
  facts: { label: string; value: string | { montant: number | null } }[]
}

export interface LectureDuGenre {
  ofClient: (clientId: number, signal: AbortSignal) => Promise<BienAPayer[]>
  read: (id: number, signal: AbortSignal) => Promise<BienPaye>
}

export const describeSurface = (decimal: number | null): string =>
  decimal === null ? 'Non spécifiée' : formatSurface(fromDecimal(decimal))

export interface BienOffert {
  id: number
  nom: string
  /** « 302 (F3) · Bloc C, Résidence El Yasmine », unique within its list. */
  label: string
  /** « Bloc C, Résidence El Yasmine », with one more detail where two biens would read alike. */
  lieu: string
  reste: number | null
}

export const estSolde = ({ reste }: BienOffert): boolean => reste !== null && reste <= 0

/** Labels and sorts biens, paid ones last. Two biens that would read alike also show their étage, then their number. */
export function offerBiens(biens: readonly BienAPayer[]): BienOffert[] {
  const situes = biens.map((bien) => ({ ...bien, lieu: bien.lieu.filter(Boolean).join(', ') }))
  const precises = tellApart(situes, ({ precision = '', lieu }) =>
    [precision, lieu].filter(Boolean).join(', '),
  )
  const seuls = tellApart(precises, ({ id, lieu }) => `${lieu} (fiche ${id})`.trim())
  const offerts = seuls.map(({ id, nom, lieu, resteAPayer }) => ({
    id,
    nom,
    label: isole(nom, lieu),
    lieu,
    reste: resteAPayer,
  }))
  return [...offerts.filter((bien) => !estSolde(bien)), ...offerts.filter(estSolde)]
}

const name = (nom: string, lieu: string): string => [nom, lieu].filter(Boolean).join(' · ')

/** Replaces the place of biens that read alike; case and accents make no difference. */
function tellApart<T extends { nom: string; lieu: string }>(
  biens: readonly T[],
  lieuDe: (bien: T) => string,
): T[] {
  const noms = biens.map(({ nom, lieu }) => normaliser(name(nom, lieu)))
  const memes = groupBy(noms, (nom) => nom)
  return biens.map((bien, rang) =>
    (memes.get(noms[rang] ?? '')?.length ?? 0) > 1 ? { ...bien, lieu: lieuDe(bien) } : bien,
  )
}
