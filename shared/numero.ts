import { normaliser } from '#shared/texte.ts'

/**
 * The number that most likely comes after one: its last digits plus one, as wide as they were ("A-09" → "A-10",
 * "Lot 3 bis" → "Lot 4 bis", "1er étage" → "2e étage"), skipping those already taken, case aside. Nothing when it has no digits.
 */
export function nextNumero(numero: string, pris: readonly string[] = []): string {
  const lu = /^(.*?)(\d{1,9})(\D*)$/s.exec(numero)
  if (!lu) return ''
  const [, avant = '', chiffres = '', fin = ''] = lu
  const apres = chiffres === '1' ? fin.replace(/^(er|ère|re)(?!\p{L})/u, 'e') : fin
  const occupes = new Set(pris.map((autre) => autre.toLowerCase()))
  for (let rang = Number(chiffres) + 1; ; rang++) {
    const propose = `${avant}${String(rang).padStart(chiffres.length, '0')}${apres}`
    if (!occupes.has(propose.toLowerCase())) return propose
  }
}

const numeroDeSerie = (annee: number, numero: number, chiffres: number): string =>
  `${annee}-${String(numero).padStart(chiffres, '0')}`

/** Number of a receipt, "2026-000123": the year it was recorded, in Algiers, and its rank in that year. */
export const numeroRecu = (annee: number, numero: number): string => numeroDeSerie(annee, numero, 6)

/** Number of a dossier, "2026-D-0012": the year in which its sale was opened, in Algiers, and its rank in that year. */
export const numeroDossier = (annee: number, numero: number): string =>
  `${annee}-D-${String(numero).padStart(4, '0')}`

/**
 * What a search says of a dossier: « 2026-D-0012 », « dossier 2026-d-12 »; null when it names none. Only a number with its year
 * does: alone it is a lot's or a place's.
 */
export function lireDossier(recherche: string): { annee: number; numero: number } | null {
  const lu = /^(?:dossier (?:n ?[°º] ?)?)?(\d{4})-d-0*([1-9]\d{0,8})$/.exec(normaliser(recherche))
  return lu && { annee: Number(lu[1]), numero: Number(lu[2]) }
}

/** Number of a refund, "2026-R-0001": the year it was recorded, in Algiers, and its rank in that year. */
export const numeroRemboursement = (annee: number, numero: number): string =>
  `${annee}-R-${String(numero).padStart(4, '0')}`

/** Number of whatever else is numbered without gap, "2026-0004": the year it was recorded, in Algiers, and its rank in that year. */
export const numeroDePiece = (annee: number, numero: number): string => numeroDeSerie(annee, numero, 4)
