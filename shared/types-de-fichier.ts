/** Formats of a piece, the scan of a paper, and of a proof of payment; a plan is of the first. */
export const TYPES_DE_PIECE = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type TypeDePiece = (typeof TYPES_DE_PIECE)[number]

/** First bytes of a file that tell its type, and last ones among which its end is looked for. */
export const TETE = 1024
export const QUEUE = 2048

/** Bytes near the end of each type, which a cut file lacks, as Latin-1 text. */
export const FINS: Readonly<Record<TypeDePiece, string>> = {
  'application/pdf': '%%EOF',
  'image/jpeg': '\u00FF\u00D9',
  'image/png': 'IEND',
}

/** A line of a mail's head, with those it is folded into. */
const LIGNE = String.raw`[A-Za-z][\w-]*:[^\0\r\n]*\r?\n(?:[ \t][^\0\r\n]*\r?\n)*`
/** A mail's head: what a mailbox or a boundary puts before it, its lines, and an empty one. */
const COURRIEL = String.raw`(?:(?:From |--)[^\0\r\n]*\r?\n)?(?:${LIGNE})+\r?\n`
const AVANT_PDF = new RegExp(
  String.raw`^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)?[\0\t\n\f\r ]*(?:${COURRIEL})?[\0\t\n\f\r ]*$`,
)

/**
 * Type of a file by its first bytes; null for any other. A PDF may begin after a byte order mark, white space, zeros or the head of a mail,
 * as readers of PDFs have it (Q116).
 * @param tete the first {@link TETE} bytes, or all of a shorter file, as Latin-1 text
 */
export function typeDe(tete: string): TypeDePiece | null {
  if (tete.startsWith('\u00FF\u00D8\u00FF')) return 'image/jpeg'
  if (tete.startsWith('\u0089PNG\r\n\u001A\n')) return 'image/png'
  const debut = tete.slice(0, TETE).indexOf('%PDF-')
  return debut >= 0 && AVANT_PDF.test(tete.slice(0, debut)) ? 'application/pdf' : null
}
