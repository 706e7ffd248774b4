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

/** "1 bloc", "3 blocs": French plural from 2 on, 0 stays singular. */
export function compter(nombre: number, singulier: string, pluriel = `${singulier}s`): string {
  return `${nombre} ${nombre >= 2 ? pluriel : singulier}`
}

/** Has neither control characters (line ends and tabs aside, where allowed) nor half of a surrogate pair. */
export function estTextePropre(texte: string, lignes = false): boolean {
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
export function nettoyer(texte: string): string {
  return texte
    .normalize('NFC')
    .replaceAll('\u2800', ' ')
    .replace(INVISIBLES, '')
    .replace(SELECTEURS, '')
    .replace(LIANTS, '')
    .normalize('NFC')
    .trim()
}
