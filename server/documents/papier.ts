/** What all printed papers share: who issues them, whom and what they are about, and how a value becomes print. */
import { formatCentiemes, formatSurface, type Centimes } from '#shared/argent.ts'
import { GENRES, type TypeBien } from '#shared/biens.ts'
import { formatJourLong, type Jour } from '#shared/dates.ts'
import { replaceInconnus } from '#shared/signes.ts'
import { AppError } from '#server/http/errors.ts'

/** The promoter at the head of a paper; null prints the product's mark instead (D3 §2.6). */
export interface PromoteurImprime {
  nom: string
  adresse: string
  telephone: string
  email: string
}

export interface ClientImprime {
  nom: string
  tel: string
  email: string
  adresse: string | null
}

/** What was sold. `surface` is in hundredths of m². */
export interface BienImprime {
  type: TypeBien
  /** Lot, local or place number. */
  numero: string
  /** "F3", "Box"… or null. */
  sorte: string | null
  /** "Bloc A, 2e étage", or the parking's name. */
  situation: string | null
  residence: string | null
  surface: number | null
}

/** Joiners aside, which shape the letters of Arabic and tie an emoji together. */
const CONTROLS = /[\p{Cc}\p{Cs}]|(?!\p{Join_C})\p{DI}|[\uFFF9-\uFFFB]/gu
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/
const LATIN = '[!-~\\u00A1-\\u024F\u25AF]'
/** Letters of any script, blanks and breaks aside; an Arabic word with its vowels has many signs. */
const LETTER = '[^\\s\\u200B]'

/** Where a word breaks by itself: « LC-1203-bis » has no endless part. */
const AFTER_HYPHEN = /(?<=[^\s-]-)(?=\p{L})/u

const endlessBy = new Map<number, RegExp[]>()
/** Find what of a word that goes on fills its column, in Latin letters and in any; kept, because a report asks for them tens of thousands of times. */
function endless(letters: number): RegExp[] {
  const found = endlessBy.get(letters) ?? [
    new RegExp(`${LATIN}{${letters}}(?=${LATIN})`, 'g'),
    new RegExp(`${LETTER}{${2 * letters}}(?=[^\\s\\u200B\\p{M}])`, 'gu'),
  ]
  endlessBy.set(letters, found)
  return found
}

/**
 * A value typed by someone, ready for print: NFC, without control characters, ▯ for what no font has, breakable every `mot` letters when it is one
 * endless word: 20 of the widest fit half the paper. A value with right-to-left letters is isolated (U+2068…U+2069), so that
 * an Arabic name never reorders what stands around it; the others are left bare, so that text copied from the paper holds
 * nothing invisible. Empty stays empty.
 */
export function printTexte(valeur: string | null | undefined, mot = 20): string {
  const ecrit = (valeur ?? '').normalize('NFC').replace(/\s+/g, ' ').replace(CONTROLS, '').trim()
  const propre = replaceInconnus(ecrit)
  const breakable = (part: string) =>
    endless(mot).reduce((ecriture, mots) => ecriture.replace(mots, '$&\u200B'), part)
  const secable = propre.split(AFTER_HYPHEN).map(breakable).join('')
  return RIGHT_TO_LEFT.test(propre) ? `\u2068${secable}\u2069` : secable
}

/** Centimes → "1 234 567,50"; the unit stands in the column's title. */
export const printCentimes = (centimes: Centimes): string => formatCentiemes(centimes)

/** "Appartement A-12 (F3)". */
export const designationBien = ({ type, numero, sorte }: BienImprime): string =>
  `${GENRES[type].nom} ${printTexte(numero)}${sorte ? ` (${printTexte(sorte)})` : ''}`

/** Lines under a bien's name: where it is, how large it is. */
export function precisionsBien({ situation, residence, surface }: BienImprime): string[] {
  return [
    printTexte(situation),
    residence === null ? '' : nommee(printTexte(residence)),
    surface === null ? '' : `Surface : ${formatSurface(surface)}`,
  ].filter(Boolean)
}

/** "Résidence Les Jardins", but never "Résidence Résidence El Yasmine". */
const nommee = (residence: string): string =>
  /^r[ée]sidence\b/i.test(residence) ? residence : `Résidence ${residence}`

/** Lines under a client's name. */
export function precisionsClient({ tel, email, adresse }: ClientImprime): string[] {
  return [printTexte(adresse), printTexte(tel), printTexte(email)].filter(Boolean)
}

/** What every template finds under `papier`: the letterhead, the titles, the day it was made. */
export interface VuePapier {
  promoteur: { nom: string; lignes: string[] } | null
  titre: string
  /** Under the title, at a fixed place: the receipt's number, the filters of a recap… */
  reference: string
  /** Both, for the file's own title: without the marks that isolate values. */
  intitule: string
  etabli: string
}

/** The head and foot of a paper. `etabliLe` is the day it is printed. */
export function createVuePapier(
  promoteur: PromoteurImprime | null,
  titre: string,
  reference: string,
  etabliLe: Jour,
): VuePapier {
  return {
    promoteur: promoteur && {
      nom: printTexte(promoteur.nom),
      lignes: [
        printTexte(promoteur.adresse),
        [printTexte(promoteur.telephone), printTexte(promoteur.email)].filter(Boolean).join(' · '),
      ].filter(Boolean),
    },
    titre,
    reference,
    intitule: `${titre} ${reference}`.replace(/[\u2068\u2069\u200B]/g, '').trim(),
    etabli: formatJourLong(etabliLe),
  }
}

/** Refuses a table that the engine could not lay out in bounded time and memory: 422 `documentTropLong`, with a way out. */
export function checkLongueur(lignes: number, maximum: number, conseil: string): void {
  if (lignes > maximum) throw new AppError('documentTropLong', { lignes, maximum, conseil })
}

/** Sum in centimes. */
export const sumCentimes = (montants: Iterable<Centimes>): Centimes => {
  let total = 0
  for (const montant of montants) total += montant
  return total
}
