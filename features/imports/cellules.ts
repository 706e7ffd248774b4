/**
 * What people write in a cell, as the forms would send it: what cannot be turned goes on as it is, and the contract refuses it
 * with its own sentence.
 */
import type { Sorte } from '#features/imports/colonnes.ts'
import type { Cellule } from '#shared/cellule.ts'
import { VALEUR_INVALIDE } from '#shared/champs.ts'
import { formatJourCourt, isJour } from '#shared/dates.ts'
import { cleanTexte, normaliser } from '#shared/texte.ts'

export type { Cellule, Sorte }

export interface CelluleLue {
  /** For the contract: an amount as its digits (« 1234.50 »), a day as YYYY-MM-DD, a text; null for a blank cell. */
  valeur: string | number | null
  /** It was turned into something else than it is. */
  avertissement?: string
  /** What is wrong with the cell itself: the contract is not asked. */
  faute?: string
}

/**
 * Reads a cell of a column.
 * @param mots the words of a column of kind `liste`
 */
export function lireCellule(sorte: Sorte, cellule: Cellule, mots: readonly string[] = []): CelluleLue {
  return sorte === 'liste' ? lireListe(mots)(cellule) : LECTEURS[sorte](cellule)
}

type Lecteur = (cellule: Cellule) => CelluleLue

/** What is no text of a kind, and what all of them have in common. */
const lecteur =
  (turn: (cellule: string | number | Date) => string | CelluleLue | null): Lecteur =>
  (cellule) => {
    if (typeof cellule === 'boolean') return turnBoolean(cellule, turn)
    if (cellule === null) return { valeur: null }
    if (typeof cellule !== 'string') return toLue(turn(cellule))
    if (cellule.length > SAISIE_MAX) return { valeur: cellule }
    const erreur = cellule.trim()
    if (ERREURS.test(erreur))
      return { valeur: null, faute: `La formule de cette cellule est en erreur (${erreur}).` }
    return cleanTexte(cellule) === '' ? { valeur: null } : toLue(turn(cellule))
  }

const toLue = (turned: string | CelluleLue | null): CelluleLue =>
  turned === null || typeof turned === 'string' ? { valeur: turned } : turned

/** What Excel shows of it; a kind that cannot take it refuses that text. */
const turnBoolean = (cellule: boolean, turn: (cellule: string) => string | CelluleLue | null) =>
  toLue(turn(cellule ? 'VRAI' : 'FAUX'))

/** Beyond it no contract looks at a text: it goes on untouched. */
const SAISIE_MAX = 10_000
const ERREURS = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/

/** Arabic-Indic and Persian digits as the others, without what nobody sees and the kinds of blanks told apart. */
const chiffres = (texte: string): string =>
  cleanTexte(texte)
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (chiffre) => String(chiffre.charCodeAt(0) & 0xf))
    .replace(/[\s\u00A0\u202F]/g, ' ')

/** A number without the noise of its binary fraction, in parts of which `parts` make one; one with more decimals as it is. */
const nombre = (lu: number, parts: 1 | 100): string => {
  const net = Math.round(lu * parts) / parts
  // Adding 0 makes a plain one of what has rounded to -0.
  return String(Math.abs(lu - net) > 0.000001 || Math.abs(lu) >= 1e15 ? lu : net + 0)
}

const JOUR_EXCEL = Date.UTC(1899, 11, 30)
/** The day of a date cell. */
const jourDe = (date: Date): string => date.toISOString().slice(0, 10)
/** A date where none belongs, as it is shown. */
const jourMontre = (date: Date): string => formatJourCourt(jourDe(date))

/** Whole part and decimals; null is no amount. */
type Lu = readonly [entiers: string, decimales: string] | null

/** Digits alone, or in threes with one and the same sign between them. */
const GROUPES = /^(?:\d+|[1-9]\d{0,2}(?:([ ,.'\u2019\u066C])\d{3})(?:\1\d{3})*)$/
const DEVISE = / ?(?:DA|DZD|\u062F\.?\u062C\.?)$/i

function lireDinars(texte: string): Lu {
  const lu = /^(.*?)(?:([,.\u066B])(\d+))?$/.exec(texte)
  const [, avant = '', separateur = '', apres = ''] = lu ?? []
  // Three digits behind the last sign are thousands: no amount has three decimals.
  if (separateur !== '' && separateur !== '\u066B' && apres.length === 3)
    return GROUPES.test(texte) ? [texte, ''] : null
  if (apres.length > 2 || !GROUPES.test(avant)) return null
  return separateur !== '' && avant.includes(separateur) ? null : [avant, apres]
}

/** « 1 234 567,89 », « 1,234,567.89 DA », ١٬٢٣٤٫٥ → « 1234567.89 ». */
export const lireMontant: Lecteur = lecteur((cellule) => {
  if (cellule instanceof Date) return jourMontre(cellule)
  if (typeof cellule === 'number') return nombre(cellule, 100)
  return decimal(lireDinars(chiffres(cellule).replace(DEVISE, ''))) ?? cellule
})

/** « 102,50 m² » → « 102.5 »: one sign is always the decimal one, blanks alone make thousands. */
export const lireSurface: Lecteur = lecteur((cellule) => {
  if (cellule instanceof Date) return jourMontre(cellule)
  if (typeof cellule === 'number') return nombre(cellule, 100)
  const texte = chiffres(cellule).replace(/ ?m[²2]$/i, '')
  const [, entiers = '', decimales = ''] =
    /^(\d+|[1-9]\d{0,2}(?: \d{3})+)(?:[,.\u066B](\d{1,2})0*)?$/.exec(texte) ?? []
  return decimal(entiers === '' ? null : [entiers, decimales]) ?? cellule
})

function decimal(lu: Lu): string | null {
  if (lu === null) return null
  const [entiers, decimales] = lu
  return entiers.replace(/\D/g, '') + (decimales && `.${decimales}`)
}

const JOUR = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/

/** « 1/3/2024 », « 12-03-24 », the date of a cell or Excel's own count of days → YYYY-MM-DD. */
export const lireJour: Lecteur = lecteur((cellule) => {
  if (cellule instanceof Date) return jourDe(cellule)
  if (typeof cellule === 'number')
    return cellule >= 10_000 && cellule < 80_001
      ? jourDe(new Date(JOUR_EXCEL + Math.floor(cellule) * 86_400_000))
      : String(cellule)
  const texte = chiffres(cellule)
  if (isJour(texte)) return texte
  const [, jour = '', , mois = '', an = ''] = JOUR.exec(texte) ?? []
  const annee = an.length === 2 ? (Number(an) < 80 ? `20${an}` : `19${an}`) : an
  const lu = `${annee}-${mois.padStart(2, '0')}-${jour.padStart(2, '0')}`
  return isJour(lu) ? lu : cellule
})

/** « 1 250 », -1, the number 12.0 → « 1250 », « -1 », « 12 ». */
export const lireEntier: Lecteur = lecteur((cellule) => {
  if (cellule instanceof Date) return jourMontre(cellule)
  if (typeof cellule === 'number') return nombre(cellule, 1)
  const texte = chiffres(cellule).replace(/^\u2212/, '-')
  return /^-?(?:\d+|[1-9]\d{0,2}(?: \d{3})+)$/.test(texte) ? texte.replaceAll(' ', '') : cellule
})

const DEVENU_DATE = 'Excel a changé cette valeur en date : mettez la cellule au format Texte et retapez-la.'

/** A number as Excel shows it, to its fifteen digits: 101 → « 101 », 12.5 → « 12,5 ». */
const montre = (lu: number): string => {
  const net = Number(lu.toPrecision(15))
  return Number.isInteger(net) ? BigInt(net).toString() : String(net).replace('.', ',')
}

/** What it is called; a number as its digits. A date or VRAI is what Excel made of something else. */
export const lireTexte: Lecteur = (cellule) => {
  if (cellule instanceof Date) return { valeur: null, faute: DEVENU_DATE }
  if (typeof cellule === 'boolean') return { valeur: null, faute: VALEUR_INVALIDE }
  return texteOf(cellule)
}
const texteOf: Lecteur = lecteur((cellule) =>
  typeof cellule === 'number' ? montre(cellule) : cleanTexte(String(cellule)),
)

/** Nine digits in a number cell are a phone whose zero Excel has dropped. */
export const lireTelephone: Lecteur = (cellule) => {
  const lue = lireTexte(cellule)
  if (typeof cellule !== 'number' || typeof lue.valeur !== 'string' || !/^\d{9}$/.test(lue.valeur)) return lue
  const valeur = `0${lue.valeur}`
  return { valeur, avertissement: `Le zéro du début a été remis : ${valeur}.` }
}

/** One of these words, without case or accents. */
export const lireListe = (mots: readonly string[]): Lecteur =>
  lecteur((cellule) => {
    if (cellule instanceof Date) return jourMontre(cellule)
    const texte = typeof cellule === 'number' ? montre(cellule) : cellule
    const plie = normaliser(texte)
    return mots.find((mot) => normaliser(mot) === plie) ?? texte
  })

const LECTEURS: Record<Exclude<Sorte, 'liste'>, Lecteur> = {
  montant: lireMontant,
  surface: lireSurface,
  jour: lireJour,
  entier: lireEntier,
  texte: lireTexte,
  telephone: lireTelephone,
}
