/** Parts common to all papers: letterhead, client, bien, and printing of values. */
import type { Fichier } from '#server/files/intact.ts'
import { chiffresArabes } from '#shared/arabe.ts'
import { formatCentiemes, formatMontant, type Centimes } from '#shared/argent.ts'
import { communesErreurs } from '#shared/erreurs.ts'
import { GENRES, type TypeBien } from '#shared/biens.ts'
import { formatJourCourt, formatJourLong, type Jour } from '#shared/dates.ts'
import { designationDeLaResidence } from '#shared/nommer.ts'
import { COULEUR_DES_PAPIERS, type Langue } from '#shared/papiers.ts'
import { replaceInconnus } from '#shared/signes.ts'
import { refuse } from '#server/http/errors.ts'

/** The promoter at the head of a paper; null prints the product's mark instead (D3 §2.6). */
export interface PromoteurImprime {
  nom: string
  adresse: string
  telephone: string
  email: string
  nomAr?: string | null
  /** Legal numbers; empty ones are not printed. */
  identite?: IdentiteLegale
  /** Colour of the headings, « #0f6e84 »; null for the default. */
  couleur?: string | null
  /** Null for no logo, or one that is not printed. */
  logo?: LogoImprime | null
  adresseAr?: string | null
  /** Person who acts for the promoter, and in what quality: « Ali Saadi », « gérant ». */
  representant?: string | null
  representantAr?: string | null
  representantQualite?: string | null
  representantQualiteAr?: string | null
}

/** Legal numbers of a promoter, all optional; `capital` in centimes. */
export interface IdentiteLegale {
  rc: string | null
  nif: string | null
  nis: string | null
  ai: string | null
  agrement: string | null
  tnpi: string | null
  capital: Centimes | null
}

/** The kept file of a logo. */
export type LogoImprime = Fichier

export interface ClientImprime {
  nom: string
  tel: string | null
  email: string | null
  adresse: string | null
}

/** The bien of a paper; areas in hundredths of m². */
export interface BienImprime {
  type: TypeBien
  numero: string
  /** "F3", "Box"… or null. */
  sorte: string | null
  /** "Bloc A, 2e étage", or the parking's name. */
  situation: string | null
  residence: string | null
  surface: number | null
  /** The two areas of an appartement as typed, null for the other kinds. Papers print these and not their sum (entree.md D.10). */
  surfaceHabitable: number | null
  surfaceUtile: number | null
}

/** Control characters, without the joiners, which shape Arabic letters and compose emoji. */
const CONTROLS = /[\p{Cc}\p{Cs}]|(?!\p{Join_C})\p{DI}|[\uFFF9-\uFFFB]/gu
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/
const LATIN = '[!-~\\u00A1-\\u024F\u25AF]'
/** Any sign but blanks and breaks; an Arabic word with vowels has many signs. */
const LETTER = '[^\\s\\u200B]'

/** A word breaks after a hyphen by itself: « LC-1203-bis » has no endless part. */
const AFTER_HYPHEN = /(?<=[^\s-]-)(?=\p{L})/u

const endlessBy = new Map<number, RegExp[]>()
/** Expressions for a stretch that goes on of `letters` Latin letters, or twice as many signs; kept, as a report needs them often. */
function endless(letters: number): RegExp[] {
  const found = endlessBy.get(letters) ?? [
    new RegExp(`${LATIN}{${letters}}(?=${LATIN})`, 'g'),
    new RegExp(`${LETTER}{${2 * letters}}(?=[^\\s\\u200B\\p{M}])`, 'gu'),
  ]
  endlessBy.set(letters, found)
  return found
}

/**
 * A typed value ready for print: NFC, without control characters, ▯ for a sign that no font has, a break every `mot` letters of an endless
 * word. A right-to-left value is isolated (U+2068…U+2069), so that it does not reorder the text around it; others stay bare, so that copied
 * text holds nothing invisible.
 */
export function printTexte(valeur: string | null | undefined, mot = 20): string {
  const ecrit = (valeur ?? '').normalize('NFC').replace(/\s+/g, ' ').replace(CONTROLS, '').trim()
  const propre = replaceInconnus(ecrit)
  const breakable = (part: string) =>
    endless(mot).reduce((ecriture, mots) => ecriture.replace(mots, '$&\u200B'), part)
  const secable = propre.split(AFTER_HYPHEN).map(breakable).join('')
  return RIGHT_TO_LEFT.test(propre) ? `\u2068${secable}\u2069` : secable
}

/** Centimes as "1 234 567,50"; the unit is in the title of the column. */
export const printCentimes = (centimes: Centimes): string => formatCentiemes(centimes)

/** "Appartement A-12 (F3)". */
export const designationBien = ({ type, numero, sorte }: BienImprime): string =>
  `${GENRES[type].nom} ${printTexte(numero)}${sorte ? ` (${printTexte(sorte)})` : ''}`

/** "Résidence Les Jardins", but never "Résidence Résidence El Yasmine". */
export function printResidence(residence: string): string {
  return designationDeLaResidence(printTexte(residence))
}

/** Values of every template under `papier`: letterhead, titles, day. The logo comes beside them (pdf.ts). */
export interface VuePapier {
  /** `legal`: the legal numbers in one line, or ''. */
  promoteur: { nom: string; lignes: string[]; legal: string } | null
  couleur: string
  /** Author in the file's metadata: the promoter, else the product. */
  auteur: string
  langue: Langue
  titre: string
  /** Line under the title: number of the receipt, filters of a recap… */
  reference: string
  /** Title and reference for the file's metadata, without isolating marks. */
  intitule: string
  etabli: string
  /** Mark of a second print, under the number. */
  duplicata?: { marque: string; original: string }
}

/** Name of the promoter for the metadata of a file, « Diyar » without one. */
export const auteurOf = (promoteur: { nom: string } | null): string =>
  (promoteur && sansMarques(promoteur.nom)) || 'Diyar'

/** A printed text without the marks of direction and the breaks of endless words, as metadata hold it. */
const sansMarques = (imprime: string): string => imprime.replace(/[\u2066\u2068\u2069\u200B]/g, '').trim()

/** Mark of a print after the first one, which was made on `original`. */
export const duplicataOf = (langue: Langue, original: Jour): Required<VuePapier>['duplicata'] =>
  langue === 'ar'
    ? { marque: 'نسخة ثانية', original: `طبعت النسخة الأصلية في \u2066${formatJourCourt(original)}\u2069` }
    : { marque: 'DUPLICATA', original: `Original imprimé le ${formatJourCourt(original)}` }

/** Head and foot of a paper; `etabliLe` is the day of printing. */
export function createVuePapier(
  promoteur: PromoteurImprime | null,
  titre: string,
  reference: string,
  etabliLe: Jour,
  langue: Langue = 'fr',
): VuePapier {
  const enLigne = langue === 'ar' ? deGaucheADroite : (ligne: string) => ligne
  const telephone = printTexte(promoteur?.telephone)
  return {
    promoteur: promoteur && {
      nom: printTexte((langue === 'ar' && promoteur.nomAr) || promoteur.nom),
      lignes: [
        printTexte((langue === 'ar' && promoteur.adresseAr) || promoteur.adresse),
        // Narrow blanks keep the groups of a number in order inside Arabic, also when it is copied.
        [langue === 'ar' ? telephone.replaceAll(' ', '\u202F') : telephone, printTexte(promoteur.email)]
          .filter(Boolean)
          .join(' · '),
      ]
        .filter(Boolean)
        .map(enLigne),
      legal: identiteImprimee(promoteur.identite, langue),
    },
    couleur: promoteur?.couleur ?? COULEUR_DES_PAPIERS,
    auteur: auteurOf(promoteur && { nom: printTexte(promoteur.nom) }),
    langue,
    titre,
    reference,
    intitule: sansMarques(`${titre} ${reference}`),
    etabli: langue === 'ar' ? formatJourCourt(etabliLe) : formatJourLong(etabliLe),
  }
}

/** Isolates a left-to-right line of an Arabic paper (U+2066…U+2069), else the groups of « 041 33 21 45 » would change places. */
const deGaucheADroite = (ligne: string): string =>
  ligne === '' || RIGHT_TO_LEFT.test(ligne) ? ligne : `\u2066${ligne}\u2069`

const NUMEROS: readonly (readonly [
  Exclude<keyof IdentiteLegale, 'capital'>,
  Readonly<Record<Langue, string>>,
])[] = [
  ['rc', { fr: 'RC', ar: 'س.ت' }],
  ['nif', { fr: 'NIF', ar: 'ر.ت.ج' }],
  ['nis', { fr: 'NIS', ar: 'ر.ت.إ' }],
  ['ai', { fr: 'AI', ar: 'م.ض' }],
  ['agrement', { fr: 'Agrément', ar: 'اعتماد رقم' }],
  ['tnpi', { fr: 'TNPI', ar: 'ج.و.م.ع' }],
]
const CAPITAL = { fr: 'Capital', ar: 'رأس المال' }

/** « RC 16/00-1234567 B 20 · NIF 001620… · Capital 10 000 000,00 DA », without the empty ones. */
function identiteImprimee(identite: IdentiteLegale | undefined, langue: Langue): string {
  if (!identite) return ''
  const numeros = NUMEROS.map(([champ, nom]) => [nom[langue], printTexte(identite[champ])] as const)
  const { capital } = identite
  return [...numeros, [CAPITAL[langue], capital === null ? '' : montantImprime(capital, langue)] as const]
    .flatMap(([nom, valeur]) => {
      if (valeur === '') return []
      return [`${nom}\u00A0${langue === 'ar' && nom !== CAPITAL.ar ? deGaucheADroite(valeur) : valeur}`]
    })
    .join(' · ')
}

const montantImprime = (centimes: Centimes, langue: Langue): string =>
  langue === 'fr' ? formatMontant(centimes) : `${chiffresArabes(formatCentiemes(centimes))}\u00A0دج`

/** Refuses a table too long to lay out in bounded time and memory. @throws documentTropLong (422) with the advice */
export function checkLongueur(lignes: number, maximum: number, conseil: string): void {
  if (lignes > maximum) throw refuse(communesErreurs.documentTropLong, { lignes, maximum, conseil })
}

/** Sum of amounts in centimes. */
export const sumCentimes = (montants: Iterable<Centimes>): Centimes => {
  let total = 0
  for (const montant of montants) total += montant
  return total
}
