/**
 * Reads the texts that people type: amounts, areas, percents, whole numbers, days. Fields, pastes, imports and searches all read here; a call has its own,
 * narrower forms (`shared/champs/codecs.ts`).
 */
import { toChiffres } from '#shared/chiffres.ts'
import { isJour, MOIS, type Jour } from '#shared/dates.ts'
import { cleanTexte, normaliser } from '#shared/texte.ts'

/** Digits 0 to 9, plain spaces, no invisible signs. */
const net = (texte: string): string => toChiffres(cleanTexte(texte)).replace(/\s/g, ' ')

/** Digits alone, or in groups of three with one and the same separator. */
const GROUPES = /^(?:\d+|[1-9]\d{0,2}(?:([ ,.'\u2019\u066C])\d{3})(?:\1\d{3})*)$/
const DINARS =
  /^(?:(?:DA|DZD) ?)?(.*?) ?(?:DA|D\.A\.?|DZD|dinars?|\u062F\.?\u062C\.?|\u062F\u064A\u0646\u0627\u0631)?$/i

/**
 * Reads an amount in dinars: « 1 234 567,89 », « 1.234.567 DA », « 1,234.50 », ١٬٢٣٤٫٥ → « 1234567.89 ». Three digits after one kind of
 * separator are thousands when one to three digits stand before it that do not begin with 0; any other third decimal is refused.
 * @returns digits with at most two decimals after a dot, or null
 */
export function readMontant(texte: string): string | null {
  const [, seul = ''] = DINARS.exec(net(texte)) ?? []
  if (GROUPES.test(seul)) return seul.replace(/\D/g, '')
  const [, avant = '', separateur = '', apres = ''] = /^(.*)([,.\u066B])(\d{1,2})$/.exec(seul) ?? []
  if (!GROUPES.test(avant) || avant.includes(separateur)) return null
  return `${avant.replace(/\D/g, '')}.${apres}`
}

/**
 * Reads an area or a percent: « 1 250,75 m² », « 102.5 », « 33,33 % » → « 1250.75 ». A comma or a point is always the decimal sign, a third
 * decimal is refused, only blanks separate thousands.
 * @returns digits with at most two decimals after a dot, or null
 */
export function readDecimal(texte: string): string | null {
  const seul = net(texte).replace(/ ?(?:m[²2]|[%\u066A])$/i, '')
  const [, entiers = '', decimales = ''] =
    /^(\d+|[1-9]\d{0,2}(?: \d{3})+)(?:[,.\u066B](\d{1,2}))?$/.exec(seul) ?? []
  return entiers === '' ? null : entiers.replaceAll(' ', '') + (decimales && `.${decimales}`)
}

/** Reads a whole number: « 1 250 », « -1 », ٣ → « 1250 ». @returns its digits, after - when negative, or null */
export function readEntier(texte: string): string | null {
  const seul = net(texte).replace(/^\u2212/, '-')
  return /^-?(?:\d+|[1-9]\d{0,2}(?: \d{3})+)$/.test(seul) ? seul.replaceAll(' ', '') : null
}

const HEURE = /[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/
const EN_CHIFFRES = /^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{4}|\d{2})$/
const DE_SUITE = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
const A_REBOURS = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/
const EN_LETTRES = /^(?:[a-z]+ )?(\d{1,2})(?:er)?[ /.-]([a-z]{3,9})\.?[ /.-](\d{4}|\d{2})$/

/**
 * Reads a day: « 21/11/2026 », « 21-11-26 », « 21112026 », « 2026-11-21 », « 21 novembre 2026 », with or without an hour. Years of two
 * digits are 1980 to 2079. @returns null for anything else, and for a day that does not exist
 */
export function readJour(texte: string): Jour | null {
  const lu = joursDe(net(texte).replace(HEURE, ''))
  if (lu === null) return null
  const [an, mois, jour] = lu
  const annee = an.length === 2 ? (Number(an) < 80 ? `20${an}` : `19${an}`) : an
  const jourLu = `${annee}-${mois.padStart(2, '0')}-${jour.padStart(2, '0')}`
  return isJour(jourLu) ? jourLu : null
}

export const JOUR_INEXISTANT = "Cette date n'existe pas."
export const JOUR_ILLISIBLE = "Cette date n'est pas lisible. Écrivez JJ/MM/AAAA."

/** Sentence about a text that {@link readJour} does not take: it is a day that does not exist, or no form of a day. */
export const refusDuJour = (texte: string): string =>
  isFormeDeJour(texte) ? JOUR_INEXISTANT : JOUR_ILLISIBLE

/** True for a text written as days are, with a month from 1 to 12: « 31/02/2026 » does not exist, « 12/31/2026 » is another form. */
export function isFormeDeJour(texte: string): boolean {
  const [, mois = 0, jour = 0] = joursDe(net(texte).replace(HEURE, ''))?.map(Number) ?? []
  return mois >= 1 && mois <= 12 && jour >= 1 && jour <= 31
}

const MOIS_PLIES = MOIS.map(normaliser)

function joursDe(seul: string): [an: string, mois: string, jour: string] | null {
  const chiffres = EN_CHIFFRES.exec(seul)
  if (chiffres) return [chiffres[4] ?? '', chiffres[3] ?? '', chiffres[1] ?? '']
  const suite = DE_SUITE.exec(seul)
  if (suite) return [suite[3] ?? '', suite[2] ?? '', suite[1] ?? '']
  const rebours = A_REBOURS.exec(seul)
  if (rebours) return [rebours[1] ?? '', rebours[3] ?? '', rebours[4] ?? '']
  if (!/\d/.test(seul)) return null
  const [, jour = '', mot = '', an = ''] = EN_LETTRES.exec(normaliser(seul)) ?? []
  const commencent = MOIS_PLIES.flatMap((mois, rang) =>
    mot !== '' && mois.startsWith(mot) ? [rang + 1] : [],
  )
  const [mois] = commencent
  return mois === undefined || commencent.length > 1 ? null : [an, String(mois), jour]
}
