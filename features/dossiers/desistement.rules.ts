import type { Centimes } from '#shared/argent.ts'

/** What is kept at a désistement: an amount, or a share of what is paid, in hundredths of a percent. */
export interface Retenue {
  retenue?: Centimes | null | undefined
  retenue_pourcent?: number | null | undefined
}

/** A share of an amount, cut to the centime. @param pourcent in hundredths of a percent */
export const partDe = (montant: Centimes, pourcent: number): Centimes =>
  Number((BigInt(montant) * BigInt(pourcent)) / 10_000n)

/** The amount that is kept of what is paid, in centimes; nothing when neither is said. */
export const retenueDe = ({ retenue, retenue_pourcent }: Retenue, paye: Centimes): Centimes =>
  retenue_pourcent == null ? (retenue ?? 0) : partDe(paye, retenue_pourcent)

interface Comptes {
  paye: Centimes
  retenue: Centimes
  rembourse: Centimes
  /** Cheques that may still come back. */
  enAttente: Centimes
}

/** What is to be given back, and how much of it can be now: not what a cheque may still take away. In centimes, never below 0. */
export function resteARembourser({ paye, retenue, rembourse, enAttente }: Comptes) {
  const a_rembourser = Math.max(0, paye - retenue - rembourse)
  return { a_rembourser, remboursable: Math.max(0, a_rembourser - enAttente) }
}

/** Is so much of a price paid? An exact comparison. @param pourcent in hundredths of a percent */
export const isPaid = (paye: Centimes, prix: Centimes, pourcent: number): boolean =>
  BigInt(paye) * 10_000n >= BigInt(prix) * BigInt(pourcent)

/** The share of a price that is paid, cut to hundredths of a percent: what falls short of a limit never reads as the limit. */
export const partPayee = (paye: Centimes, prix: Centimes): number =>
  prix === 0 ? 10_000 : Number((BigInt(paye) * 10_000n) / BigInt(prix))
