import { roundFraction, MONTANT_MAX, type Centimes } from '#shared/argent.ts'

export const BLOCS_MAX = 50
export const PLAGES_MAX = 20
export const PALIER_MAX = 50
export const LOCAUX_MAX = 50
export const PLACES_MAX = 2_000
/** Steps that a price may be rounded to, in dinars; 0 rounds to the centime. */
export const ARRONDIS = [0, 1_000, 10_000] as const

type Repere = 'A' | 'n' | 'etage' | 'niveau' | 'bloc' | 'rang' | 'suite'
export type Valeurs = Partial<Record<Repere, string | number>>

const REPERES = {
  bloc: ['A', 'n'],
  etage: ['etage', 'niveau'],
  lot: ['bloc', 'niveau', 'rang', 'suite'],
  local: ['bloc', 'rang'],
} as const satisfies Record<string, readonly Repere[]>
export type SorteDeModele = keyof typeof REPERES

/** Placeholders for words, which take no width. */
const SANS_LARGEUR = new Set<string>(['A', 'etage'])
const MORCEAU = /\{[^{}]*\}?|\}/g
const REPERE = /^\{(\w+)(?::([2-6]))?\}$/

/** @returns the first placeholder that the pattern may not hold, as written; null when all are allowed */
export function findRepereInconnu(modele: string, sorte: SorteDeModele): string | null {
  const permis: readonly string[] = REPERES[sorte]
  const bad = [...modele.matchAll(MORCEAU)].find(([morceau]) => {
    const [, nom = '', largeur] = REPERE.exec(morceau) ?? []
    return !permis.includes(nom) || (largeur !== undefined && SANS_LARGEUR.has(nom))
  })
  return bad ? bad[0] : null
}

export const hasRepere = (modele: string, repere: Repere): boolean =>
  [...modele.matchAll(MORCEAU)].some(([morceau]) => REPERE.exec(morceau)?.[1] === repere)

/** Replaces the placeholders of a pattern: « {bloc}{niveau}{rang:2} » with B, 4 and 7 is « B407 ». */
export function writeModele(modele: string, valeurs: Valeurs): string {
  return modele.replace(MORCEAU, (morceau) => {
    const [, nom = '', largeur = '0'] = REPERE.exec(morceau) ?? []
    const valeur = Object.entries(valeurs).find(([cle]) => cle === nom)?.[1]
    return valeur === undefined ? morceau : avecZeros(String(valeur), Number(largeur))
  })
}

/** Adds zeros after the sign, and only to digits: −1 in two digits is « -01 », a bloc « B » stays « B ». */
function avecZeros(texte: string, largeur: number): string {
  const [, signe = '', chiffres] = /^(-?)(\d+)$/.exec(texte) ?? []
  return chiffres === undefined ? texte : signe + chiffres.padStart(largeur, '0')
}

/** Letters by rank: 1 → A, 26 → Z, 27 → AA. */
export function lettre(rang: number): string {
  const reste = (rang - 1) % 26
  const avant = (rang - 1 - reste) / 26
  return (avant > 0 ? lettre(avant) : '') + String.fromCharCode(65 + reste)
}

const ordinal = (nombre: number) => (nombre === 1 ? '1er' : `${nombre}e`)

/** Default name of an étage: « Rez-de-chaussée », « 1er étage », « 2e sous-sol ». */
export function nomDeLEtage(niveau: number): string {
  if (niveau === 0) return 'Rez-de-chaussée'
  return niveau > 0 ? `${ordinal(niveau)} étage` : `${ordinal(-niveau)} sous-sol`
}

/** Last word of a bloc's name, which stands for the bloc in the numbers of its lots. */
export const motDuBloc = (nom: string): string => nom.trim().split(/\s+/).at(-1) ?? ''

/** Price of a lot before the step of its étage: a price, or a price per m². In centimes. */
interface Tarif {
  montant?: Centimes | null | undefined
  prixM2?: Centimes | null | undefined
}
/** Step of each étage above `des`: centimes, or hundredths of a percent of the price before steps. */
export interface Pas {
  sorte: 'montant' | 'pourcent'
  valeur: number
  des: number
}

/**
 * Price of a lot in centimes, rounded once from the exact value, a half going up.
 * @param surface in hundredths of m²
 * @param niveau null for a local, which no step raises
 * @param arrondi in centimes; 0 rounds to the centime
 * @returns null for a price out of bounds
 */
export function prixDuLot(
  { montant, prixM2 }: Tarif,
  surface: number,
  niveau: number | null,
  pas: Pas | null,
  arrondi: Centimes,
): Centimes | null {
  // Millionths of a centime hold hundredths of m² and hundredths of a percent exactly.
  const base =
    montant == null ? BigInt(prixM2 ?? 0) * BigInt(surface) * 10_000n : BigInt(montant) * 1_000_000n
  const k = niveau === null || pas === null ? 0n : BigInt(Math.max(0, niveau - pas.des))
  const valeur = BigInt(pas?.valeur ?? 0)
  const hausse = pas?.sorte === 'montant' ? k * valeur * 1_000_000n : (base * k * valeur) / 10_000n
  const prix = roundFraction(base + hausse, 1_000_000n, arrondi)
  return prix < 0n || prix > BigInt(MONTANT_MAX) ? null : Number(prix)
}
