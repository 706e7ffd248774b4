import { communesErreurs } from '#shared/erreurs.ts'
import { MAX, TAIL } from '#web/kit/pdf.ts'

/** How each kind of proof begins and ends, in the letters of its bytes. */
const SIGNATURES = [
  { head: '%PDF-', tail: '%%EOF' },
  { head: '\u00FF\u00D8\u00FF', tail: '\u00FF\u00D9' },
  { head: '\u0089PNG\r\n\u001A\n', tail: 'IEND' },
]

/** Why a chosen file is too large to be a proof; what it is, its bytes say. */
export const refusalOfPiece = (file: File): string | null =>
  file.size > MAX ? communesErreurs.fichierTropGrand.message : null

/** Why a chosen file cannot be a proof, by its first and last bytes, as the server looks at them. */
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
    return 'Ce fichier n’est plus lisible. Choisissez-le de nouveau, ou continuez sans lui.'
  }
}
