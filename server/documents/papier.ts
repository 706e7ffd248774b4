/** What all printed papers share: who issues them, whom and what they are about, and how a value becomes print. */
import { formatCentiemes, formatMontant, formatSurface, type Centimes } from '#shared/argent.ts'
import { GENRES, type TypeBien } from '#shared/biens.ts'
import { formatJourCourt, formatJourLong, type Jour } from '#shared/dates.ts'
import type { Langue } from '#shared/papiers.ts'
import { replaceInconnus } from '#shared/signes.ts'
import { AppError } from '#server/http/errors.ts'

/** The promoter at the head of a paper; null prints the product's mark instead (D3 §2.6). */
export interface PromoteurImprime {
  nom: string
  adresse: string
  telephone: string
  email: string
  /** His name in Arabic, at the head of Arabic papers. */
  nomAr?: string | null
  /** What the law knows him by; what is empty is not printed. */
  identite?: IdentiteLegale
  /** Of the headings, « #0f6e84 »; the product's own when he has chosen none. */
  couleur?: string | null
  /** None, or not to be printed: null. */
  logo?: LogoImprime | null
}

/** Of a promoter, every part of it optional; the capital in centimes. */
export interface IdentiteLegale {
  rc: string | null
  nif: string | null
  nis: string | null
  ai: string | null
  agrement: string | null
  tnpi: string | null
  capital: Centimes | null
}

/** A picture among the stored files. */
export interface LogoImprime {
  id: string
  type: string
}

/** Headings of who has chosen no colour. */
export const COULEUR = '#0f6e84'

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

/** What every template finds under `papier`: the letterhead, the titles, the day it was made. The logo comes beside it (pdf.ts). */
export interface VuePapier {
  /** `legal`: what the law knows him by, in one line; '' when nothing is filled in. */
  promoteur: { nom: string; lignes: string[]; legal: string } | null
  couleur: string
  /** An Arabic paper is written from right to left. */
  langue: Langue
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
  langue: Langue = 'fr',
): VuePapier {
  const enLigne = langue === 'ar' ? deGaucheADroite : (ligne: string) => ligne
  return {
    promoteur: promoteur && {
      nom: printTexte((langue === 'ar' && promoteur.nomAr) || promoteur.nom),
      lignes: [
        printTexte(promoteur.adresse),
        [printTexte(promoteur.telephone), printTexte(promoteur.email)].filter(Boolean).join(' · '),
      ]
        .filter(Boolean)
        .map(enLigne),
      legal: enLigne(identiteImprimee(promoteur.identite)),
    },
    couleur: promoteur?.couleur ?? COULEUR,
    langue,
    titre,
    reference,
    intitule: `${titre} ${reference}`.replace(/[\u2066\u2068\u2069\u200B]/g, '').trim(),
    etabli: langue === 'ar' ? formatJourCourt(etabliLe) : formatJourLong(etabliLe),
  }
}

/**
 * A line of an Arabic paper that is itself written from left to right (U+2066…U+2069): the parts of « 041 33 21 45 » would
 * change places. One with right-to-left letters stands as the paper runs.
 */
export const deGaucheADroite = (ligne: string): string =>
  ligne === '' || RIGHT_TO_LEFT.test(ligne) ? ligne : `\u2066${ligne}\u2069`

const NUMEROS = [
  ['rc', 'RC'],
  ['nif', 'NIF'],
  ['nis', 'NIS'],
  ['ai', 'AI'],
  ['agrement', 'Agrément'],
  ['tnpi', 'TNPI'],
] as const

/** « RC 16/00-1234567 B 20 · NIF 001620… · Capital 10 000 000,00 DA »: what is filled in. */
function identiteImprimee(identite: IdentiteLegale | undefined): string {
  if (!identite) return ''
  const numeros = NUMEROS.map(([champ, nom]) => [nom, printTexte(identite[champ])] as const)
  const capital = identite.capital === null ? '' : formatMontant(identite.capital)
  return [...numeros, ['Capital', capital] as const]
    .flatMap(([nom, valeur]) => (valeur ? [`${nom}\u00A0${valeur}`] : []))
    .join(' · ')
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
