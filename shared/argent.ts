/**
 * Money. Inside the product an amount is an integer number of centimes; at the edges (JSON, forms,
 * screens, documents) it is a decimal number of dinars with at most two decimals. Nothing else converts.
 */

/** An amount in integer centimes of dinar. */
export type Centimes = number

/** Largest amount accepted in one field: 99 999 999 999,99 DA. Hundreds of them still sum exactly in a double. */
export const MONTANT_MAX: Centimes = 9_999_999_999_999

// Thirteen digits: more than one field may hold, for the sums we read back from our own API.
const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/

/**
 * Reads a decimal written with a dot ("1250000.75", 1250000.75) into hundredths, digit by digit.
 * @returns integer hundredths, or null for anything else: three decimals, exponents, other scripts' digits.
 */
export function readCentiemes(valeur: string | number): number | null {
  const lu = DECIMAL.exec(String(valeur))
  if (!lu) return null
  const [, signe, entiers = '', decimales = ''] = lu
  const centiemes = Number(entiers) * 100 + Number(decimales.padEnd(2, '0'))
  return signe && centiemes !== 0 ? -centiemes : centiemes
}

/** Integer hundredths → the decimal number written at the API's edge (125000075 → 1250000.75). */
export function toDecimal(centiemes: number): number {
  return centiemes / 100
}

/** Decimal number read from our own API → integer hundredths. Throws on anything that is not one. */
export function fromDecimal(decimal: number): number {
  const centiemes = readCentiemes(decimal)
  if (centiemes === null) throw new RangeError(`not an amount: ${decimal}`)
  return centiemes
}

/** Digits grouped by three with narrow no-break spaces, comma before the decimals: "1 234 567,50". */
export function formatCentiemes(centiemes: number, decimales: 'toujours' | 'utiles' = 'toujours'): string {
  const absolu = Math.abs(centiemes)
  const entiers = String(Math.floor(absolu / 100)).replace(/\B(?=(\d{3})+$)/g, '\u202F')
  const reste = String(absolu % 100).padStart(2, '0')
  const suite = decimales === 'utiles' ? reste.replace(/0{1,2}$/, '') : reste
  return `${centiemes < 0 ? '-' : ''}${entiers}${suite && `,${suite}`}`
}

/** A whole number, "1 234". */
export function formatNombre(nombre: number): string {
  return formatCentiemes(nombre * 100, 'utiles')
}

/** Centimes → "1 234 567,50 DA" (Q49, Q50). */
export function formatMontant(centimes: Centimes): string {
  return `${formatCentiemes(centimes)}\u00A0DA`
}

/** Hundredths of m² → "102,5 m²" (Q52). */
export function formatSurface(centiemes: number): string {
  return `${formatCentiemes(centiemes, 'utiles')}\u00A0m²`
}

/**
 * A fraction of centimes as the nearest multiple of `pas` centimes, a half going up (towards +∞): rounded once, from the exact value.
 * @param diviseur > 0
 * @param pas 1 for the centime, 100 000 for 1 000 DA; 0 is the centime too
 */
export function arrondirFraction(dividende: bigint, diviseur: bigint, pas: Centimes = 0): bigint {
  const unite = BigInt(pas || 1)
  const double = 2n * diviseur * unite
  const haut = 2n * dividende + diviseur * unite
  const quotient = haut / double
  return (haut % double < 0n ? quotient - 1n : quotient) * unite
}

/**
 * part / total as a percentage with two decimals, between 0 and 100; 0 when the total is 0 (Q97, Q132). Rounded half up,
 * except that 100 always means everything and 0 nothing: 99.996 % paid reads 99.99, one centime of a price 0.01.
 */
export function pourcentage(part: number, total: number): number {
  if (total <= 0 || part <= 0) return 0
  if (part >= total) return 100
  const centiemes = Number((BigInt(part) * 20_000n + BigInt(total)) / (BigInt(total) * 2n))
  return Math.min(Math.max(centiemes, 1), 9_999) / 100
}

/** 33.33 → "33,33 %"; whole numbers without decimals. */
export function formatPourcent(pourcent: number): string {
  return `${formatCentiemes(Math.round(pourcent * 100), 'utiles')}\u00A0%`
}
