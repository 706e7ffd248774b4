import type { Operation } from '#features/prix/prix.contract.ts'
import {
  arrondirFraction,
  formatMontant,
  formatNombre,
  formatPourcent,
  MONTANT_MAX,
  type Centimes,
} from '#shared/argent.ts'

/**
 * What an operation makes of a price, in centimes: rounded once, from the exact value, a half going up. Null where it goes by m² and there
 * are none; undefined where no field holds the price it comes to.
 * @param surface in hundredths of m²
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
  const nouveau = arrondirFraction(dividende, diviseur, arrondi)
  return nouveau < 0n || nouveau > BigInt(MONTANT_MAX) ? undefined : Number(nouveau)
}

/** By what share a price changed, in percent with two decimals, a half away from zero; null when it was 0. */
export function pourcentageDuChangement(ancien: Centimes, nouveau: Centimes): number | null {
  if (ancien === 0) return null
  const ecart = BigInt(nouveau) - BigInt(ancien)
  const centiemes = arrondirFraction((ecart < 0n ? -ecart : ecart) * 10_000n, BigInt(ancien))
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

/** What a price gained or lost, in centimes: « +300 000,00 DA », « −50 000,00 DA ». */
export const formatEcart = (ecart: Centimes): string => `${signeOf(ecart)}${formatMontant(Math.abs(ecart))}`

/** A share that came to a price or left it, in percent: « +3 % », « −0,49 % ». */
export const formatVariation = (pourcent: number): string =>
  `${signeOf(pourcent)}${formatPourcent(Math.abs(pourcent))}`
