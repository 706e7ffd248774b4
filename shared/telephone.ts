/** Fewer digits than this after a separator are an extension, not a second number. */
const CHIFFRES_MIN = 6

/** A « + » begins another number. */
const PAYS = /\s*(?=\(\+)|(?<!\()\s*(?=\+)/
/** « / », or « - » between blanks, begins another number, unless the digits before it are too few (« 021/23 45 67 »). */
const SEPARATION = /(\s*\/\s*|\s+-\s+)/
/** A whole national or international number followed by a second one, with only blanks, dots or hyphens between them. */
const SUITE_NATIONALE = /^((?:\D*\d){9,10})[\s.-]+(?=0(?:\D*\d){8})/
const SUITE_INTERNATIONALE = /^((?:\D*\d){11,13})[\s.-]+(?=0(?:\D*\d){8})/

const chiffresDe = (texte: string): string => texte.replace(/[^0-9]/g, '')
const isInternational = (texte: string): boolean => /^\D*(?:\+|00)/.test(texte)

/**
 * The phone numbers of one field, as typed and in their order: « 0550 12 34 56 / 0661 98 76 54 » has two. A later part counts from six
 * digits on. The SQL function `cles_de_telephone` splits the same way.
 */
export function numerosDe(tel: string): string[] {
  const parts = tel.split(PAYS).flatMap(cut).flatMap(splitSuite)
  const numeros = parts.map((part) => part.trim()).filter((part) => chiffresDe(part) !== '')
  return numeros.filter((numero, n) => n === 0 || chiffresDe(numero).length >= CHIFFRES_MIN)
}

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

function continuesNumero(avant: string, apres: string): boolean {
  const chiffres = chiffresDe(avant)
  const [entier, plus] = isInternational(avant) ? [11, 13] : [chiffres.startsWith('0') ? 9 : 8, 10]
  return chiffres !== '' && chiffres.length < entier && chiffres.length + chiffresDe(apres).length <= plus
}

function splitSuite(part: string): string[] {
  const suite = isInternational(part) ? SUITE_INTERNATIONALE : SUITE_NATIONALE
  const [entier, premier] = suite.exec(part) ?? []
  return entier === undefined || premier === undefined
    ? [part]
    : [premier, ...splitSuite(part.slice(entier.length))]
}

/** Key that all spellings of one number share, its last nine digits, as in the column `tel_cles`. */
export const cleDeTelephone = (numero: string): string => chiffresDe(numero).slice(-9)

/** The `tel:` link of a number. */
export const hrefDeTelephone = (numero: string): string => `tel:${numero.replace(/[^\d+]/g, '')}`
