import { toChiffres } from '#shared/chiffres.ts'
import { normaliser, readGenre } from '#shared/texte.ts'

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
const numeroDeSerie = (annee: number | 'REP', numero: number, chiffres = 4, lettres = ''): string =>
  `${annee}-${lettres}${String(numero).padStart(chiffres, '0')}`

/** Stands where other receipts have their year: the series « Reprise », of what was paid before Diyar (entree.md D.6). */
export const REPRISE = 0

/**
 * Number of a receipt, "2026-000123": the year of its recording in Algiers and its rank in that year. Those of {@link REPRISE} are
 * "REP-000012".
 */
export const numeroRecu = (annee: number, numero: number): string =>
  numeroDeSerie(annee === REPRISE ? 'REP' : annee, numero, 6)

/** A receipt that a text names; a null year means any. */
interface RecuNomme {
  annee: number | null
  numero: number
}

/**
 * Reads the receipt that a search names: « 2026-000123 », « 2026-123 », « reçu n° 123 », « REP-000012 », « rep 12 ». Without year, « rep » or
 * « reçu » a number is a lot, a place or a phone: null.
 */
export function readRecu(recherche: string): RecuNomme | null {
  const { genre, reste } = readGenre(recherche)
  const lu = /^(?:(rep|(?!0000)\d{4})(-| ))?0*([1-9]\d{0,8})$/.exec(reste)
  if (!lu || (genre !== null && genre !== 'recu')) return null
  const [, serie, trait, numero] = lu
  if (genre === null && trait !== '-' && serie !== 'rep') return null
  const annee = serie === undefined ? null : serie === 'rep' ? REPRISE : Number(serie)
  return { annee, numero: Number(numero) }
}

/** The receipt number in a search of payments; a number alone also counts as one, of any year. */
export function readNumeroCherche(recherche: string): RecuNomme | null {
  const seul = /^0*([1-9]\d{0,8})$/.exec(normaliser(toChiffres(recherche)))
  return readRecu(recherche) ?? (seul ? { annee: null, numero: Number(seul[1]) } : null)
}

/** Reads a receipt number that is written as {@link numeroRecu} writes it, and nothing else. */
export function readNumeroRecu(texte: string): { annee: number; numero: number } | null {
  const lu = readRecu(texte)
  if (lu?.annee == null) return null
  const { annee, numero } = lu
  return numeroRecu(annee, numero) === texte ? { annee, numero } : null
}

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

/** Number of a closing of a till, "2026-C-0012": the year of its recording in Algiers and its rank in that year. */
export const numeroCloture = (annee: number, numero: number): string => numeroDeSerie(annee, numero, 4, 'C-')

/** Reads the closing that a search names: « 2026-C-0012 », « clôture n° 2026-c-12 »; null otherwise. */
export function readNumeroDeCloture(recherche: string): { annee: number; numero: number } | null {
  const lu = /^(?:cloture (?:n ?[°º] ?)?)?(\d{4})-c-0*([1-9]\d{0,8})$/.exec(normaliser(toChiffres(recherche)))
  return lu && { annee: Number(lu[1]), numero: Number(lu[2]) }
}

/** Number of a paper, "2026-AP-0001": the year of its issue in Algiers and its rank in its series. */
export const numeroPapier = (annee: number, serie: string, numero: number): string =>
  numeroDeSerie(annee, numero, 4, `${serie}-`)

/** Number of any other piece numbered without gap, "2026-0004": the year of its recording in Algiers and its rank in that year. */
export const numeroDePiece = (annee: number, numero: number): string => numeroDeSerie(annee, numero)
