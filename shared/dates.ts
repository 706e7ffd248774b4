/**
 * Civil days. A day is a `YYYY-MM-DD` string from the form to the database and back; no Date object carries a day, so that no time zone can
 * shift it (D3 §2.4, Q53).
 */

import { aujourdhui, heureOf, jourOf, type Jour } from '#shared/aujourdhui.ts'

export { aujourdhui, heureOf, jourOf, type Jour }

const FORME = /^(\d{4})-(\d{2})-(\d{2})$/
const JOURS = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi']
/** Names of the months, January first. */
export const MOIS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
]
const MOIS_COURTS = [
  'janv.',
  'févr.',
  'mars',
  'avr.',
  'mai',
  'juin',
  'juil.',
  'août',
  'sept.',
  'oct.',
  'nov.',
  'déc.',
]

const utc = (annee: number, mois: number, jour: number) => {
  const date = new Date(0)
  date.setUTCFullYear(annee, mois - 1, jour)
  return date
}

const read = (jour: Jour) => {
  const lu = FORME.exec(jour)
  if (!lu) throw new RangeError(`not a day: ${jour}`)
  return { annee: Number(lu[1]), mois: Number(lu[2]), jour: Number(lu[3]) }
}

/** True for a day that exists between 1900 and 2999; "2026-02-30" does not. */
export function isJour(texte: string): texte is Jour {
  if (!FORME.test(texte)) return false
  const { annee, mois, jour } = read(texte)
  const date = utc(annee, mois, jour)
  return annee >= 1900 && annee <= 2999 && date.getUTCMonth() === mois - 1 && date.getUTCDate() === jour
}

/** True for a month `2026-03` between 1900 and 2999. */
export const isMois = (texte: string): boolean => isJour(`${texte}-01`)

/** Formats a day: "21/11/2025". */
export function formatJourCourt(jour: Jour): string {
  const [annee, mois, quantieme] = jour.split('-')
  return `${quantieme}/${mois}/${annee}`
}

/** Formats an instant in the time of Algiers: "21/11/2025 à 14:05". */
export const formatInstant = (instant: Date): string =>
  `${formatJourCourt(jourOf(instant))} à ${heureOf(instant)}`

const MINUTE = 60_000
const HEURE = 60 * MINUTE
const JOUR = 24 * HEURE

/** Age of an instant, at `now`: « à l'instant » below `least`, « il y a 12 min », « il y a 9 h », « il y a 3 j ». `now` and `least` are in milliseconds. */
export function formatAge(instant: string, now: number, least = MINUTE): string {
  const age = now - Date.parse(instant)
  if (!(age >= least)) return "à l'instant"
  if (age < HEURE) return `il y a ${Math.floor(age / MINUTE)} min`
  // Ages below three days are in hours, because a backup is late after 48 hours.
  return age < 3 * JOUR ? `il y a ${Math.floor(age / HEURE)} h` : `il y a ${Math.floor(age / JOUR)} j`
}

/** Formats a day: "21 novembre 2025", "1er mars 2026". */
export function formatJourLong(jour: Jour): string {
  const lu = read(jour)
  return `${lu.jour === 1 ? '1er' : lu.jour} ${MOIS[lu.mois - 1]} ${lu.annee}`
}

/** Formats a month: "2025-11" → "nov. 2025". */
export function formatMoisCourt(mois: string): string {
  const lu = read(`${mois}-01`)
  return `${MOIS_COURTS[lu.mois - 1]} ${lu.annee}`
}

/** Formats a day: "vendredi 21 novembre 2025". */
export function formatJourComplet(jour: Jour): string {
  const lu = read(jour)
  return `${JOURS[utc(lu.annee, lu.mois, lu.jour).getUTCDay()]} ${formatJourLong(jour)}`
}

/** Puts the two days of a period in order when the member exchanged them. Either may be missing. */
export const readPeriode = ({ du, au }: Periode): Periode =>
  du !== undefined && au !== undefined && du > au ? { du: au, au: du } : { du, au }
export interface Periode {
  du?: Jour | undefined
  au?: Jour | undefined
}

/** A period in words: « Novembre 2026 », « Du 01/02/2026 au 31/03/2026 », « Le 12/03/2026 », « Depuis le 12/03/2026 »; '' without days. */
export function describePeriode({ du, au }: Periode): string {
  if (du === undefined) return au === undefined ? '' : `Jusqu'au ${formatJourCourt(au)}`
  if (au === undefined) return `Depuis le ${formatJourCourt(du)}`
  if (du === au) return `Le ${formatJourCourt(du)}`
  if (du.endsWith('-01') && au === addJours(addMois(du, 1), -1)) {
    const mois = formatJourLong(du).replace(/^\S+ /, '')
    return `${mois.charAt(0).toUpperCase()}${mois.slice(1)}`
  }
  return `Du ${formatJourCourt(du)} au ${formatJourCourt(au)}`
}

/** The same day `mois` months later (earlier when negative), kept inside the month: "2026-01-31" + 1 → "2026-02-28". */
export function addMois(jour: Jour, mois: number): Jour {
  const lu = read(jour)
  const rang = lu.annee * 12 + lu.mois - 1 + mois
  const annee = Math.floor(rang / 12)
  const moisCible = (rang % 12) + 1
  const dernier = utc(annee, moisCible + 1, 0).getUTCDate()
  return write(annee, moisCible, Math.min(lu.jour, dernier))
}

/** The day `jours` days later, or earlier when negative. */
export function addJours(jour: Jour, jours: number): Jour {
  const lu = read(jour)
  const date = utc(lu.annee, lu.mois, lu.jour + jours)
  return write(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

/** The last day of the month before that of `jour`. */
export const endOfLastMonth = (jour: Jour): Jour => addJours(`${jour.slice(0, 7)}-01`, -1)

/** Number of days from `from` to `to`; negative when `to` comes first. */
export function daysBetween(from: Jour, to: Jour): number {
  const [a, b] = [read(from), read(to)]
  return Math.round(
    (utc(b.annee, b.mois, b.jour).getTime() - utc(a.annee, a.mois, a.jour).getTime()) / 86_400_000,
  )
}

const write = (annee: number, mois: number, jour: number): Jour =>
  `${String(annee).padStart(4, '0')}-${String(mois).padStart(2, '0')}-${String(jour).padStart(2, '0')}`
