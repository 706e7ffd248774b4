import { toChiffres } from '#shared/chiffres.ts'
import { readDecimal, readEntier, readMontant } from '#shared/saisie.ts'

/** How a number field reads what is typed: an amount, a number with at most two decimals, a whole number. */
export type Sorte = 'montant' | 'decimal' | 'entier'

const READERS = { montant: readMontant, decimal: readDecimal, entier: readEntier } as const
const MOINS = /^\s*[-\u2212]/

/** The digits of a typed number, « -1234.5 », or null. */
function read(typed: string, sorte: Sorte): string | null {
  const digits = READERS[sorte](typed.replace(MOINS, ''))
  return digits !== null && MOINS.test(typed) ? `-${digits}` : digits
}

/** Longer numbers may lose digits as doubles; the contract refuses them anyway. */
const DIGITS_MAX = 13

/** The field's value: a number, '' when empty, else the text, which the contract refuses with its sentence. */
export function valueOf(typed: string, sorte: Sorte): number | string {
  const digits = read(typed, sorte)
  if (digits === null) return typed.trim()
  return digits.replace(/\D/g, '').length > DIGITS_MAX ? digits : Number(digits) + 0
}

/** "-1234.5" → "-1 234,5", thousands apart by U+202F, decimals as they are. */
function group(digits: string): string {
  const [whole = '', decimals] = digits.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202F')
  return decimals === undefined ? grouped : `${grouped},${decimals}`
}

/** An amount whose decimals are about to be typed: « 1250, ». A separator that stands between its thousands does not end it. */
function beforeDecimals(typed: string, sorte: Sorte): string | null {
  const [, whole = '', separator = ''] = /^(.*\d)([.,])$/.exec(typed) ?? []
  return sorte === 'entier' || whole === '' || whole.includes(separator) ? null : read(whole, sorte)
}

/** Returns the text that the field shows during typing: thousands grouped, a decimal comma; a text that is no number stays as typed. */
export function showTyped(typed: string, sorte: Sorte): string {
  const digits = read(typed, sorte)
  if (digits !== null) return group(digits)
  const whole = beforeDecimals(typed, sorte)
  return whole?.includes('.') === false ? `${group(whole)},` : typed
}

/** Returns the text of a value when nobody types: '' when empty; an unreadable text, as « 0.001 », as it was typed; with `both`, 0.5 has both its decimals. */
export function showValue(value: number | string | null | undefined, both: boolean): string {
  const digits = String(value ?? '')
  if (!/^-?\d+(?:\.\d{1,2})?$/.test(digits)) return digits
  return group(both ? digits.replace(/\.\d$/, '$&0') : digits)
}

/** A minus before a digit, or another sign between two digits: its digits alone would be another number. */
const AUTRE = /\d\s*[^\d\s.,'\u2019\u066B\u066C]+\s*\d|[-\u2010-\u2015\u2212]\s*\d/

/**
 * Returns the text typed so far, after a change of the field: signs added at its end are added to the text typed before, « 1.234 » and « .567 » to
 * « 1.234.567 », although the field shows « 1 234 » meanwhile.
 * '' for « 1,5e3 », « 12/13 » and, unless `negative`, « -5 ».
 * @param typed what had been typed @param shown what the field showed of it @param next what stands in the field now, without its unit
 */
export function typedAfter(typed: string, shown: string, next: string, negative = false): string {
  const added = shown !== '' && next.startsWith(shown) ? typed + next.slice(shown.length) : next
  const text = toChiffres(added).replaceAll('\u202F', '')
  return AUTRE.test(negative ? text.replace(MOINS, '') : text) ? '' : text
}

/** The text of a field without its unit, of which keys may have taken a part and behind which something may have landed. */
export function withoutUnit(text: string, unit: string): string {
  if (unit !== '' && text.includes(unit)) return text.replace(unit, '')
  for (let kept = unit.length - 1; kept > 0; kept--) {
    if (text.endsWith(unit.slice(0, kept))) return text.slice(0, -kept)
    if (text.endsWith(unit.slice(-kept)) && unit.slice(-kept).trim() !== '') return text.slice(0, -kept)
  }
  return text
}

/** Where the caret goes in `shown` when `after` signs other than blanks stand behind it; before a blank with `before`. */
export function caretIn(shown: string, after: number, before: boolean): number {
  let caret = shown.length
  for (let left = after; caret > 0 && left > 0; caret--) if (shown[caret - 1] !== '\u202F') left--
  return before && shown[caret - 1] === '\u202F' ? caret - 1 : caret
}

/** The number of signs other than U+202F. */
export const countSigns = (text: string): number => text.replaceAll('\u202F', '').length
