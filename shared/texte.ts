/**
 * Folds a text for searching: no case, no accents, one space between words (Q43), and the usual spelling
 * variants of Arabic letters as one. The SQL function `normaliser` of the first migration does the same.
 */
export function normaliser(texte: string): string {
  return texte
    .normalize('NFD')
    .replace(/[\u0300-\u036F\u064B-\u065F\u0670\u0640]/g, '')
    .replace(/[\u0622\u0623\u0625]/g, '\u0627')
    .replace(/\u0629/g, '\u0647')
    .replace(/\u0649/g, '\u064A')
    .toLowerCase()
    .replace(/[\s\u00A0\u202F]+/g, ' ')
    .trim()
}

/** The words of a search, folded, each once. None for a blank text. */
export function motsOf(recherche: string): string[] {
  return [...new Set(normaliser(recherche).split(' '))].filter((mot) => mot !== '')
}

/** Stands before a word as a space does: the 2 of « A-2 » and the f3 of « 302 (F3) » begin one. */
export const SEPARATEURS = "()[]/.,;:-_'\u2019\u00B0\u00B7"

/** A letter or two are in nearly every text: they must begin a word, or « bloc c » would find « Bloc A ». */
export const mustBeginWord = (mot: string): boolean => /^[\p{L}\p{N}]{1,2}$/u.test(mot)

const FORME_TELEPHONE = /^(?=\D*\d)[\d\s+\-()/.]+$/
/** Fewer digits than these are in too many numbers to mean one. */
const CHIFFRES_MIN = 4

/**
 * The digits of a phone, however it is written: « 0798 99 75 78 », « +213 (0) 798-99.75.78 » and « 00213798997578 » are
 * « 0798997578 ». Several in one text stay apart by a « / ». The SQL function `plier_telephone` does the same.
 */
export function foldTelephone(texte: string): string {
  return texte
    .replace(/[^0-9+/]/g, '')
    .replace(/(^|\/)(?:(?:\+|00)213|213(?=0?[0-9]{8,9}(?:\/|$)))0?/g, (_trouve, avant: string) => `${avant}0`)
    .replaceAll('+', '')
}

/** What a search says of a phone, folded; null when it is no number of at least `chiffres` digits. */
export function telephoneIn(recherche: string, chiffres = CHIFFRES_MIN): string | null {
  if (!FORME_TELEPHONE.test(recherche)) return null
  const plie = foldTelephone(recherche)
  return plie.replaceAll('/', '').length >= chiffres ? plie : null
}

/** What the first word of a search may name, before a number or a name of it. */
export type GenreNomme = 'lot' | 'place' | 'local' | 'recu' | 'bon' | 'bloc'

/** « Lot 302 » → lot, « 302 »; « reçu n° 2026-000123 » → recu, « 2026-000123 »; « Karim » → null, « karim ». Folded. */
export function readGenre(recherche: string): { genre: GenreNomme | null; reste: string } {
  const plie = normaliser(recherche)
  const lu = /^(lot|appartement|place|local|recu|bon|bloc)s? (?:n ?[°º] ?)?(\S.*)$/.exec(plie)
  if (!lu) return { genre: null, reste: plie }
  const [, mot = '', reste = ''] = lu
  return { genre: GENRES.find((genre) => genre === mot) ?? 'lot', reste }
}
const GENRES = ['place', 'local', 'recu', 'bon', 'bloc'] as const

/**
 * The rows that a search finds: each of its words is in one of their texts, in any order, whatever the case and the accents
 * (Q43), a word of one or two signs at the beginning of one; or it is a phone, whatever its spelling. « Lot 302 » finds 302
 * where nothing has both words. All of them for a blank search.
 */
export function filterByRecherche<T>(
  lignes: readonly T[],
  recherche: string,
  textes: (ligne: T) => readonly (string | null | undefined)[],
): readonly T[] {
  if (normaliser(recherche) === '') return lignes
  const telephone = telephoneIn(recherche)
  const trouvees = lignes.filter((ligne) => {
    const lus = textes(ligne)
    if (hasMots(lus, recherche)) return true
    return telephone !== null && lus.some((lu) => estTelephone(lu) && foldTelephone(lu).includes(telephone))
  })
  const { genre, reste } = readGenre(recherche)
  if (trouvees.length > 0 || genre === null) return trouvees
  return lignes.filter((ligne) => hasMots(textes(ligne), reste))
}

/**
 * Each word of a search is in one of the texts, the shortest at the beginning of a word that the others leave: « bloc b » is
 * not « Bloc A ». Or the whole is, as it is typed.
 */
export function hasMots(textes: readonly (string | null | undefined)[], recherche: string): boolean {
  // A word has no space: joined, the texts hold no other words than they do apart.
  const plie = normaliser(textes.join(' '))
  if (plie.includes(normaliser(recherche))) return true
  const mots = motsOf(recherche)
  const longs = mots.filter((mot) => !mustBeginWord(mot))
  if (!longs.every((mot) => plie.includes(mot))) return false
  const laisse = longs.reduce((texte, mot) => texte.replaceAll(mot, '#'), plie)
  const coupe = ` ${[...laisse].map((lettre) => (SEPARATEURS.includes(lettre) ? ' ' : lettre)).join('')}`
  return mots.every((mot) => longs.includes(mot) || coupe.includes(` ${mot}`))
}

const estTelephone = (texte: string | null | undefined): texte is string =>
  texte != null && FORME_TELEPHONE.test(texte)

/** "1 bloc", "3 blocs": French plural from 2 on, 0 stays singular. */
export function formatCompte(nombre: number, singulier: string, pluriel = `${singulier}s`): string {
  return `${nombre} ${nombre >= 2 ? pluriel : singulier}`
}

/** Has neither control characters (line ends and tabs aside, where allowed) nor half of a surrogate pair. */
export function isTextePropre(texte: string, lignes = false): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(lignes ? texte.replace(/[\n\r\t]/g, '') : texte)
}

/**
 * What nobody sees: marks and overrides of the direction of writing, zero-width blanks, soft hyphens, tags, fillers… They come
 * with what is pasted, and make two names of one. Joiners and variation selectors shape what stands before them: see below.
 */
const INVISIBLES = /(?!\p{Join_C}|\p{VS})\p{DI}|[\uFFF9-\uFFFB]/gu
/** A selector chooses how a sign, a digit or a Chinese letter is drawn; after another letter it is only hidden. */
const SELECTEURS = /(?<![\p{S}\p{P}\p{N}\p{sc=Han}])\p{VS}/gu
/** A joiner means something after a letter of a script that joins (Arabic, the Indian ones) and inside an emoji. */
const LIANTS =
  /(?<![\p{L}\p{M}\p{ExtPict}\p{EMod}])\p{Join_C}|(?<=[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\u0300-\u036F])\p{Join_C}/gu

/**
 * A typed text as it is kept: NFC, without what nobody sees, without blanks around it. What shows nothing at all is empty.
 * Composing takes the square of a run of accents: give it texts of bounded length only.
 */
export function cleanTexte(texte: string): string {
  return texte
    .normalize('NFC')
    .replaceAll('\u2800', ' ')
    .replace(INVISIBLES, '')
    .replace(SELECTEURS, '')
    .replace(LIANTS, '')
    .normalize('NFC')
    .trim()
}
