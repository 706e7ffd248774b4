import { toChiffres } from '#shared/chiffres.ts'
import { normaliser } from '#shared/texte.ts'

/**
 * Proposes the number after `numero`: its last digits plus one, as wide as before ("A-09" → "A-10", "Lot 3 bis" → "Lot 4 bis", "1er étage"
 * → "2e étage"). Numbers of `pris` are skipped, case aside; '' when `numero` has no digits.
 */
export function proposeNumero(numero: string, pris: readonly string[] = []): string {
  const lu = /^(.*?)(\d{1,9})(\D*)$/s.exec(numero)
  if (!lu) return ''
  const [, avant = '', chiffres = '', fin = ''] = lu
  const apres = chiffres === '1' ? fin.replace(/^(er|ère|re)(?!\p{L})/u, 'e') : fin
  const occupes = new Set(pris.map((used) => used.toLowerCase()))
  for (let rang = Number(chiffres) + 1; ; rang++) {
    const propose = `${avant}${String(rang).padStart(chiffres.length, '0')}${apres}`
    if (!occupes.has(propose.toLowerCase())) return propose
  }
}

/** Formats every number that restarts each year; no SQL statement does. `chiffres` is the least number of digits of the rank. */
const numeroDeSerie = (annee: number, numero: number, chiffres = 4, lettres = ''): string =>
  `${annee}-${lettres}${String(numero).padStart(chiffres, '0')}`

/** Number of a receipt, "2026-000123": the year of its recording in Algiers and its rank in that year. */
export const numeroRecu = (annee: number, numero: number): string => numeroDeSerie(annee, numero, 6)

/** Number of a dossier, "2026-D-0012": the year in which its sale was opened in Algiers and its rank in that year. */
export const numeroDossier = (annee: number, numero: number): string => numeroDeSerie(annee, numero, 4, 'D-')

/**
 * Reads the dossier that a search names: « 2026-D-0012 », « dossier 2026-d-12 »; null otherwise. A number without a year never names a
 * dossier, because it may be a lot's or a place's.
 */
export function readNumeroDeDossier(recherche: string): { annee: number; numero: number } | null {
  const lu = /^(?:dossier (?:n ?[°º] ?)?)?(\d{4})-d-0*([1-9]\d{0,8})$/.exec(normaliser(toChiffres(recherche)))
  return lu && { annee: Number(lu[1]), numero: Number(lu[2]) }
}

/** Number of a refund, "2026-R-0001": the year of its recording in Algiers and its rank in that year. */
export const numeroRemboursement = (annee: number, numero: number): string =>
  numeroDeSerie(annee, numero, 4, 'R-')

/** Number of a paper, "2026-AP-0001": the year of its issue in Algiers and its rank in its series. */
export const numeroPapier = (annee: number, serie: string, numero: number): string =>
  numeroDeSerie(annee, numero, 4, `${serie}-`)

/** Number of any other piece numbered without gap, "2026-0004": the year of its recording in Algiers and its rank in that year. */
export const numeroDePiece = (annee: number, numero: number): string => numeroDeSerie(annee, numero)
