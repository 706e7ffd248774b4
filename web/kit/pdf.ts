import { communesErreurs } from '#shared/erreurs.ts'

export const MAX = 10 * 1024 * 1024
/** As much as the server looks at. */
export const TAIL = 2048

/** Why a chosen file cannot be a plan, as far as its name and size tell; null when they say nothing against it. */
export function refusalOf(file: File): string | null {
  if (file.type !== 'application/pdf' && !(file.type === '' && /\.pdf$/i.test(file.name)))
    return communesErreurs.fichierPasPdf.message
  return file.size > MAX ? communesErreurs.fichierTropGrand.message : null
}

/** The same by its first and last bytes, whatever its size: one that was cut on its way, one that is no longer there. */
export async function refusalInside(file: File): Promise<string | null> {
  const text = (from: number, to?: number) => file.slice(from, to).text()
  try {
    const [head, tail] = await Promise.all([text(0, 5), text(Math.max(file.size - TAIL, 0))])
    if (file.size > 0 && head !== '%PDF-') return communesErreurs.fichierPasPdf.message
    return tail.includes('%%EOF')
      ? null
      : 'Ce PDF est abîmé ou incomplet. Enregistrez-le de nouveau, ou continuez sans plan.'
  } catch {
    return 'Ce fichier n’est plus lisible. Choisissez-le de nouveau, ou continuez sans plan.'
  }
}
