/**
 * Money. Inside the product an amount is an integer number of centimes. At the edges (JSON, forms, screens, documents) an amount is a
 * decimal number of dinars with at most two decimals. Only this file converts one into the other.
 */

/** An amount in integer centimes of dinar. */
export type Centimes = number

/** Largest amount accepted in one field: 99 999 999 999,99 DA. Hundreds of such amounts still sum exactly in a double. */
export const MONTANT_MAX: Centimes = 9_999_999_999_999

// Thirteen digits are more than one field may hold: the API also answers sums.
const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/

/**
 * Reads a decimal written with a dot ("1250000.75", 1250000.75) as hundredths, digit by digit.
 * @returns integer hundredths, or null for anything else: three decimals, an exponent, digits of another script.
 */
export function readCentiemes(valeur: string | number): number | null {
  const lu = DECIMAL.exec(String(valeur))
  if (!lu) return null
  const [, signe, entiers = '', decimales = ''] = lu
  const centiemes = Number(entiers) * 100 + Number(decimales.padEnd(2, '0'))
  return signe && centiemes !== 0 ? -centiemes : centiemes
}

/** Converts integer hundredths to the decimal number of the API (125000075 → 1250000.75). */
export function toDecimal(centiemes: number): number {
  return centiemes / 100
}

/** Converts a decimal number of the API to integer hundredths. @throws RangeError when it is not such a number */
export function fromDecimal(decimal: number): number {
  const centiemes = readCentiemes(decimal)
  if (centiemes === null) throw new RangeError(`not an amount: ${decimal}`)
  return centiemes
}

/** Formats hundredths with narrow no-break spaces between thousands and a decimal comma: "1 234 567,50". */
export function formatCentiemes(centiemes: number, decimales: 'toujours' | 'utiles' = 'toujours'): string {
  const absolu = Math.abs(centiemes)
  const entiers = String(Math.floor(absolu / 100)).replace(/\B(?=(\d{3})+$)/g, '\u202F')
  const reste = String(absolu % 100).padStart(2, '0')
  const suite = decimales === 'utiles' ? reste.replace(/0{1,2}$/, '') : reste
  return `${centiemes < 0 ? '-' : ''}${entiers}${suite && `,${suite}`}`
}

/** Formats a whole number: "1 234". */
export function formatNombre(nombre: number): string {
  return formatCentiemes(nombre * 100, 'utiles')
}

/** Formats a count with its noun: "1 240 fiches", "1 fiche". */
export function formatNombreDe(nombre: number, singulier: string, pluriel = `${singulier}s`): string {
  return `${formatNombre(nombre)} ${nombre >= 2 ? pluriel : singulier}`
}

/** Formats centimes: "1 234 567,50 DA" (Q49, Q50). */
export function formatMontant(centimes: Centimes): string {
  return `${formatCentiemes(centimes)}\u00A0DA`
}

/** « -500,00 DA », « +250,00 DA »: a difference bears its sign wherever it is said; none has no sign. @param ecart in centimes */
export const formatEcart = (ecart: Centimes): string => `${ecart > 0 ? '+' : ''}${formatMontant(ecart)}`

/** Amount in the text of an Arabic message: « 1 234 567,50 دج », its figures left to right. */
export const formatMontantArabe = (centimes: Centimes): string =>
  `\u2066${formatCentiemes(centimes)}\u2069\u00A0دج`

/** Formats hundredths of m²: "102,5 m²" (Q52). */
export function formatSurface(centiemes: number): string {
  return `${formatCentiemes(centiemes, 'utiles')}\u00A0m²`
}

/**
 * `dividende` ÷ `diviseur` in centimes, rounded once, from the exact value, to the nearest multiple of `pas`; a half goes up (towards +∞).
 * @param diviseur > 0
 * @param pas in centimes: 1 rounds to the centime, 100 000 to 1 000 DA; 0 counts as 1
 */
export function roundFraction(dividende: bigint, diviseur: bigint, pas: Centimes = 0): bigint {
  const unite = BigInt(pas || 1)
  const double = 2n * diviseur * unite
  const haut = 2n * dividende + diviseur * unite
  const quotient = haut / double
  return (haut % double < 0n ? quotient - 1n : quotient) * unite
}

/**
 * Rate of occupation: part / total as a percentage with two decimals, 0 to 100; 0 when the total is 0 (Q97). It is rounded half up, but
 * only a full part gives 100 and only an empty one gives 0. Shares of money are cut, by {@link part}.
 */
export function pourcentage(part: number, total: number): number {
  if (total <= 0 || part <= 0) return 0
  if (part >= total) return 100
  const centiemes = Number((BigInt(part) * 20_000n + BigInt(total)) / (BigInt(total) * 2n))
  return Math.min(Math.max(centiemes, 1), 9_999) / 100
}

/**
 * `montant` × `num` ÷ `den`, rounded towards zero, so that a share just below a limit never reads as the limit. Every share is computed
 * here, of an amount or of {@link CENT_POUR_CENT}.
 */
export const part = (montant: number, num: number | bigint, den: number | bigint): number =>
  Number((BigInt(montant) * BigInt(num)) / BigInt(den))

/** 100 %, in hundredths of a percent. */
export const CENT_POUR_CENT = 10_000

/**
 * The share of each amount in `tout`, in hundredths of a percent. Shares are rounded down; the missing hundredths go one each to the
 * largest remainders, the first amount winning a tie, so that the shares add up to 100 %.
 * @param tout the total, in centimes; when the amounts do not add up to it, the shares do not add up to 100 %
 */
export function quotesParts(montants: readonly Centimes[], tout: Centimes): number[] {
  if (tout <= 0) return montants.map(() => 0)
  const parts = montants.map((montant) => part(CENT_POUR_CENT, montant, tout))
  const somme = montants.reduce((sum, montant) => sum + montant, 0)
  const manque = part(CENT_POUR_CENT, somme, tout) - parts.reduce((sum, une) => sum + une, 0)
  const restes = montants.map((montant) => (BigInt(montant) * BigInt(CENT_POUR_CENT)) % BigInt(tout))
  const servis = new Set(
    restes
      .map((reste, rang) => ({ reste, rang }))
      .toSorted((a, b) => (a.reste === b.reste ? a.rang - b.rang : a.reste > b.reste ? -1 : 1))
      .slice(0, manque)
      .map(({ rang }) => rang),
  )
  return parts.map((une, rang) => (servis.has(rang) ? une + 1 : une))
}

/** Formats a percentage: 33.33 → "33,33 %", 20 → "20 %". `toujours` keeps two decimals for a column: "20,00 %". */
export function formatPourcent(pourcent: number, decimales: 'toujours' | 'utiles' = 'utiles'): string {
  return `${formatCentiemes(Math.round(pourcent * 100), decimales)}\u00A0%`
}
