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
