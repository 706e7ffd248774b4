import { communesErreurs } from '#shared/erreurs.ts'
import { FINS, QUEUE, TETE, typeDe } from '#shared/types-de-fichier.ts'

const MAX = 10 * 1024 * 1024

/** Refusal of a plan by its type and size; null when both are right. */
export function refusalOf(file: File): string | null {
  if (file.type !== 'application/pdf' && !(file.type === '' && /\.pdf$/i.test(file.name)))
    return communesErreurs.fichierPasPdf.message
  return file.size > MAX ? communesErreurs.fichierTropGrand.message : null
}

/** Type of a file by its first bytes, or null, and whether its last ones are those of a whole file; judged as the server does (Q116). */
async function judge(file: File): Promise<{ type: ReturnType<typeof typeDe>; whole: boolean }> {
  const letters = async (from: number, to?: number) =>
    String.fromCharCode(...new Uint8Array(await file.slice(from, to).arrayBuffer()))
  const [start, end] = await Promise.all([letters(0, TETE), letters(Math.max(file.size - QUEUE, 0))])
  const type = typeDe(start)
  return { type, whole: type !== null && end.includes(FINS[type]) }
}

/** Refusal of a plan by its first and last bytes: another format, a truncated file or a file that is gone; null when right. */
export async function refusalInside(file: File): Promise<string | null> {
  try {
    const { type, whole } = await judge(file)
    if (file.size > 0 && type !== 'application/pdf') return communesErreurs.fichierPasPdf.message
    return whole ? null : 'Ce PDF est abîmé ou incomplet. Enregistrez-le de nouveau, ou continuez sans plan.'
  } catch {
    return "Ce fichier n'est plus lisible. Choisissez-le de nouveau, ou continuez sans plan."
  }
}

/** Refusal of a piece by its size; its bytes tell its format. */
export const refusalOfPiece = (file: File): string | null =>
  file.size > MAX ? communesErreurs.fichierTropGrand.message : null

/** Refusal of a piece by its first and last bytes, checked as on the server; null when right. */
export async function refusalInsidePiece(file: File): Promise<string | null> {
  try {
    const { type, whole } = await judge(file)
    if (type === null) return communesErreurs.fichierPasPiece.message
    return whole
      ? null
      : 'Ce fichier est abîmé ou incomplet. Choisissez-le de nouveau, ou continuez sans lui.'
  } catch {
    return "Ce fichier n'est plus lisible. Choisissez-le de nouveau, ou continuez sans lui."
  }
}
