/** How a list names people (`entree.md` D.3): titles, couples, the shares of co-acquéreurs, the number of a piece. */
import { CENT_POUR_CENT } from '#shared/argent.ts'
import type { GenreDeClient } from '#shared/nommer.ts'
import { readDecimal } from '#shared/saisie.ts'

export interface Personne {
  nom: string
  genre: GenreDeClient | null
}
/** A co-acquéreur with the share in hundredths of a percent; null: an equal part. */
export interface CoDit extends Personne {
  part: number | null
}

const TITRES: readonly (readonly [RegExp, GenreDeClient])[] = [
  [/^(?:mr|m)\.?\s+(?!et\s|[&/+])|^m\.(?=\p{L})/iu, 'homme'],
  [/^(?:mme|mlle)\.?\s+(?!et\s|[&/+])/i, 'femme'],
]
const SOCIETE = /(?:^|\s)(?:sarl|eurl|spa|ets)(?=[\s.]|$)/i

/** « Mme Ziani Lila » is Ziani Lila, a woman; « SARL Bâti Sud » keeps its word. */
export function readPersonne(texte: string): Personne {
  const nom = texte.trim().replace(/\s+/g, ' ')
  if (SOCIETE.test(nom)) return { nom, genre: 'societe' }
  for (const [titre, genre] of TITRES)
    if (titre.test(nom)) return { nom: nom.replace(titre, '').trim(), genre }
  return { nom, genre: null }
}

const ENTRE_DEUX = /\s+et\s+|\s*[&/+|;]\s*|\s*[\r\n]+\s*/i
const words = (nom: string): number => nom.split(/\s+/).filter((mot) => mot !== '').length

/** Reads the buyer of a cell. `co` is the second person of a couple; `douteux` is true where there may be two and the name is kept whole. */
export function readAcquereur(texte: string): { acquereur: Personne; co: Personne | null; douteux: boolean } {
  const entier = readPersonne(texte)
  const parts = texte.trim().split(ENTRE_DEUX)
  if (parts.length === 1 || entier.genre === 'societe') return { acquereur: entier, co: null, douteux: false }
  const [premiere, seconde] = parts.map(readPersonne)
  if (parts.length === 2 && premiere && seconde && words(premiere.nom) > 1 && words(seconde.nom) > 1)
    return { acquereur: premiere, co: seconde, douteux: false }
  return { acquereur: entier, co: null, douteux: true }
}

/** Most co-acquéreurs of a cell. */
const CO_MAX = 3

/** Reads « Nom », « Nom (30 %) », « Nom ; Nom »; null for a part that is no share, or for more than {@link CO_MAX}. */
export function readCoAcquereurs(texte: string): CoDit[] | null {
  const dits = texte
    .split(/[;\n\r]+/)
    .map((dit) => dit.trim())
    .filter((dit) => dit !== '')
    .map((dit) => {
      const lu = /^(.*?)\s*\(\s*([\d.,\s\u00A0]+?)\s*%?\s*\)$/.exec(dit)
      if (!lu) return { ...readPersonne(dit), part: null }
      const decimal = readDecimal(lu[2] ?? '')
      const part = decimal === null ? Number.NaN : Math.round(Number(decimal) * 100)
      return { ...readPersonne(lu[1] ?? ''), part }
    })
  const bons = dits.every(
    ({ nom, part }) => nom !== '' && (part === null || (part > 0 && part < CENT_POUR_CENT)),
  )
  return bons && dits.length <= CO_MAX ? dits : null
}

/** Gives equal parts to those who have none: the buyer and they share what the others leave. */
export function shareParts(dits: readonly CoDit[]): number[] {
  const dites = dits.reduce((somme, { part }) => somme + (part ?? 0), 0)
  const muets = dits.filter(({ part }) => part === null).length
  const egale = Math.floor(Math.max(CENT_POUR_CENT - dites, 0) / (muets + 1))
  return dits.map(({ part }) => part ?? egale)
}

/** 18 digits are the NIN, anything else the number of a carte. */
export function readPiece(texte: string): { nin: string } | { piece_type: 'carte'; piece_numero: string } {
  const serre = texte.replace(/[\s.-]/g, '')
  return /^\d{18}$/.test(serre) ? { nin: serre } : { piece_type: 'carte', piece_numero: texte.trim() }
}
