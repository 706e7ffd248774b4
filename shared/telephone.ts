import { toChiffres } from '#shared/chiffres.ts'
import { cleanTexte } from '#shared/texte.ts'

/** Fewer digits are no number: an extension, the indicatif of the next part. */
const CHIFFRES_MIN = 8

/** The signs and words between two numbers; a bracket stays with what is in it. `cles_de_telephone` in the database parts a field at the same places. */
const SEPARATION = /(\s*(?:[/,;&\n\r]|et|ou)\s*|\s+-\s+|(?<![([])\s*(?=\+)|\s*(?=[([])|(?<=[)\]])\s*)/i
/** A whole national or international number followed by a second one, with only blanks, dots or hyphens between them. */
const SUITE_NATIONALE = /^((?:\D*\d){9,10})[\s.-]+(?=0(?:\D*\d){8})/
const SUITE_INTERNATIONALE = /^((?:\D*\d){11,13})[\s.-]+(?=0(?:\D*\d){8})/

const chiffresDe = (texte: string): string => texte.replace(/[^0-9]/g, '')
const isInternational = (texte: string): boolean => /^\D*(?:\+|00)/.test(texte)

/**
 * The phone numbers of one field, as typed and in their order: « 0550 12 34 56 (0661 98 76 54) » has two, « 0550/12/34/56 » one. A part of
 * fewer than eight digits belongs to the number beside it: it completes that number or, when it is whole, is left out (« 021 23 45 67/68 »).
 */
export function numerosDe(tel: string): string[] {
  const parts = cut(tel).flatMap(splitSuite)
  const numeros = parts.map(nu).filter((part) => chiffresDe(part) !== '')
  const entiers = numeros.filter((numero) => chiffresDe(numero).length >= CHIFFRES_MIN)
  return entiers.length > 0 ? entiers : numeros.slice(0, 1)
}

/** Without brackets around the whole, and without a « + » before a national number, where it means « and ». */
const nu = (part: string): string =>
  part
    .trim()
    .replace(/^\+\s*(?=0(?!0))/, '')
    .replace(/^[([]([^()[\]]*)[)\]]?$|^([^()[\]]*)[)\]]$/, '$1$2')
    .trim()

/** Splits at each separation that follows a whole number. */
function cut(texte: string): string[] {
  const [premier = '', ...reste] = texte.split(SEPARATION)
  const parts = [premier]
  for (let n = 0; n < reste.length; n += 2) {
    const [avant = '', apres = ''] = [parts.at(-1), reste[n + 1]]
    if (continuesNumero(avant, apres)) parts[parts.length - 1] = `${avant}${reste[n]}${apres}`
    else parts.push(apres)
  }
  return parts
}

/** The digits that make a number whole, and the most it can have. */
function longueursDe(avant: string): [entier: number, plus: number] {
  if (/^\D*\+/.test(avant)) return [11, 13]
  if (/^\D*00/.test(avant)) return [13, 15]
  return [/^\D*0/.test(avant) ? 9 : 8, 10]
}

function continuesNumero(avant: string, apres: string): boolean {
  const chiffres = chiffresDe(avant).length
  const [entier, plus] = longueursDe(avant)
  return chiffres > 0 && chiffres < entier && chiffres + chiffresDe(apres).length <= plus
}

function splitSuite(part: string): string[] {
  const suite = isInternational(part) ? SUITE_INTERNATIONALE : SUITE_NATIONALE
  const [entier, premier] = suite.exec(part) ?? []
  return entier === undefined || premier === undefined
    ? [part]
    : [premier, ...splitSuite(part.slice(entier.length))]
}

/** A typed field as it is kept: digits 0 to 9, plain blanks, « / » for line ends. The caller must bound the length first. */
export const cleanTelephone = (tel: string): string =>
  toChiffres(cleanTexte(tel))
    .replace(/\s*[\r\n\u2028\u2029]\s*/g, ' / ')
    .replace(/\p{Zs}/gu, ' ')

/** Key that all spellings of one number share, its last nine digits, as in the column `tel_cles`. */
export const cleDeTelephone = (numero: string): string => chiffresDe(numero).slice(-9)

/** The keys of the numbers of a field that identify somebody: a shorter one is an extension or a slip. */
export const clesDeTelephone = (champ: string): string[] =>
  numerosDe(champ)
    .map(cleDeTelephone)
    .filter((cle) => cle.length >= CHIFFRES_MIN)

/** The `tel:` link of a number. */
export const hrefDeTelephone = (numero: string): string => `tel:${numero.replace(/[^\d+]/g, '')}`
