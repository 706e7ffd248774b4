import type { Operation } from '#features/prix/prix.contract.ts'
import {
  roundFraction,
  formatMontant,
  formatNombre,
  formatPourcent,
  MONTANT_MAX,
  type Centimes,
} from '#shared/argent.ts'

/**
 * New price in centimes, rounded once from the exact value, a half going up.
 * @param surface in hundredths of m²
 * @returns null when a price per m² meets no surface, undefined for a price out of bounds
 */
export function prixRevise(
  { sorte, valeur, arrondi }: Operation,
  prix: Centimes,
  surface: number | null,
): Centimes | null | undefined {
  if (sorte === 'm2' && !surface) return null
  const [dividende, diviseur] = {
    pourcent: () => [BigInt(prix) * BigInt(10_000 + valeur), 10_000n] as const,
    montant: () => [BigInt(prix) + BigInt(valeur), 1n] as const,
    m2: () => [BigInt(valeur) * BigInt(surface ?? 0), 100n] as const,
  }[sorte]()
  const nouveau = roundFraction(dividende, diviseur, arrondi)
  return nouveau < 0n || nouveau > BigInt(MONTANT_MAX) ? undefined : Number(nouveau)
}

/** Change of a price in percent with two decimals, a half away from zero; null when the former price was 0. */
export function pourcentageDuChangement(ancien: Centimes, nouveau: Centimes): number | null {
  if (ancien === 0) return null
  const ecart = BigInt(nouveau) - BigInt(ancien)
  const centiemes = roundFraction((ecart < 0n ? -ecart : ecart) * 10_000n, BigInt(ancien))
  return Number(ecart < 0n ? -centiemes : centiemes) / 100
}

/** « +3 % », « −100 000,00 DA par lot, arrondi à 10 000 DA », « 150 000,00 DA / m² ». */
export function libelleDeRevision({ sorte, valeur, arrondi }: Operation): string {
  const libelle = {
    pourcent: () => formatVariation(valeur / 100),
    montant: () => `${formatEcart(valeur)} par lot`,
    m2: () => `${formatMontant(valeur)}\u00A0/\u00A0m²`,
  }[sorte]()
  return arrondi === 0 ? libelle : `${libelle}, arrondi à ${formatNombre(arrondi / 100)}\u00A0DA`
}

const signeOf = (nombre: number): string => (nombre < 0 ? '−' : '+')

/** A signed amount, from centimes: « +300 000,00 DA », « −50 000,00 DA ». */
export const formatEcart = (ecart: Centimes): string => `${signeOf(ecart)}${formatMontant(Math.abs(ecart))}`

/** A signed percentage: « +3 % », « −0,49 % ». */
export const formatVariation = (pourcent: number): string =>
  `${signeOf(pourcent)}${formatPourcent(Math.abs(pourcent))}`

/** Lots match, but none gets another price. */
export const AUCUN_PRIX_NE_CHANGE = 'Aucun prix ne change.'
