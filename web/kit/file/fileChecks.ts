import { communesErreurs } from '#shared/erreurs.ts'

const MAX = 10 * 1024 * 1024
/** Number of last bytes to check, the same as on the server. */
const TAIL = 2048

/** Refusal of a plan by its type and size; null when both are right. */
export function refusalOf(file: File): string | null {
  if (file.type !== 'application/pdf' && !(file.type === '' && /\.pdf$/i.test(file.name)))
    return communesErreurs.fichierPasPdf.message
  return file.size > MAX ? communesErreurs.fichierTropGrand.message : null
}

/** Refusal of a plan by its first and last bytes: another format, a truncated file or a file that is gone; null when right. */
export async function refusalInside(file: File): Promise<string | null> {
  const text = (from: number, to?: number) => file.slice(from, to).text()
  try {
    const [head, tail] = await Promise.all([text(0, 5), text(Math.max(file.size - TAIL, 0))])
    if (file.size > 0 && head !== '%PDF-') return communesErreurs.fichierPasPdf.message
    return tail.includes('%%EOF')
      ? null
      : 'Ce PDF est abîmé ou incomplet. Enregistrez-le de nouveau, ou continuez sans plan.'
  } catch {
    return "Ce fichier n'est plus lisible. Choisissez-le de nouveau, ou continuez sans plan."
  }
}

/** First and last bytes of each format of a piece, as Latin-1 text. */
const SIGNATURES = [
  { head: '%PDF-', tail: '%%EOF' },
  { head: '\u00FF\u00D8\u00FF', tail: '\u00FF\u00D9' },
  { head: '\u0089PNG\r\n\u001A\n', tail: 'IEND' },
]

/** Refusal of a piece by its size; its bytes tell its format. */
export const refusalOfPiece = (file: File): string | null =>
  file.size > MAX ? communesErreurs.fichierTropGrand.message : null

/** Refusal of a piece by its first and last bytes, checked as on the server; null when right. */
export async function refusalInsidePiece(file: File): Promise<string | null> {
  const letters = async (from: number, to?: number) =>
    String.fromCharCode(...new Uint8Array(await file.slice(from, to).arrayBuffer()))
  try {
    const [start, end] = await Promise.all([letters(0, 8), letters(Math.max(file.size - TAIL, 0))])
    const kind = SIGNATURES.find(({ head }) => start.startsWith(head))
    if (!kind) return communesErreurs.fichierPasPiece.message
    return end.includes(kind.tail)
      ? null
      : 'Ce fichier est abîmé ou incomplet. Choisissez-le de nouveau, ou continuez sans lui.'
  } catch {
    return "Ce fichier n'est plus lisible. Choisissez-le de nouveau, ou continuez sans lui."
  }
}
