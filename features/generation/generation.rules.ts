import { arrondirFraction, MONTANT_MAX, type Centimes } from '#shared/argent.ts'

/** How much of each one generation takes. */
export const BLOCS_MAX = 50
export const PLAGES_MAX = 20
export const PALIER_MAX = 50
export const LOCAUX_MAX = 50
export const PLACES_MAX = 2_000
/** What a price may be rounded to, in dinars; 0 for the centime. */
export const ARRONDIS = [0, 1_000, 10_000] as const

/** What stands in braces in a pattern, and what a name is made from by it. */
export type Repere = 'A' | 'n' | 'etage' | 'niveau' | 'bloc' | 'rang' | 'suite'
export type Valeurs = Partial<Record<Repere, string | number>>

/** What each pattern may hold. */
export const REPERES = {
  bloc: ['A', 'n'],
  etage: ['etage', 'niveau'],
  lot: ['bloc', 'niveau', 'rang', 'suite'],
  local: ['bloc', 'rang'],
} as const satisfies Record<string, readonly Repere[]>
export type SorteDeModele = keyof typeof REPERES

/** Words take no width: there is nothing to count in « 1er étage » nor in the letter of a bloc. */
const SANS_LARGEUR = new Set<string>(['A', 'etage'])
const MORCEAU = /\{[^{}]*\}?|\}/g
const REPERE = /^\{(\w+)(?::([2-6]))?\}$/

/** The first thing in braces that such a pattern may not hold, as it is written; null when all is known. */
export function repereInconnu(modele: string, sorte: SorteDeModele): string | null {
  const permis: readonly string[] = REPERES[sorte]
  const bad = [...modele.matchAll(MORCEAU)].find(([morceau]) => {
    const [, nom = '', largeur] = REPERE.exec(morceau) ?? []
    return !permis.includes(nom) || (largeur !== undefined && SANS_LARGEUR.has(nom))
  })
  return bad ? bad[0] : null
}

/** Does a name made from this pattern change with that? */
export const contient = (modele: string, repere: Repere): boolean =>
  [...modele.matchAll(MORCEAU)].some(([morceau]) => REPERE.exec(morceau)?.[1] === repere)

/** The name that a pattern makes: « {bloc}{niveau}{rang:2} » with B, 4 and 7 is « B407 ». */
export function ecrireModele(modele: string, valeurs: Valeurs): string {
  return modele.replace(MORCEAU, (morceau) => {
    const [, nom = '', largeur = '0'] = REPERE.exec(morceau) ?? []
    const valeur = Object.entries(valeurs).find(([cle]) => cle === nom)?.[1]
    return valeur === undefined ? morceau : avecZeros(String(valeur), Number(largeur))
  })
}

/** Leading zeros come after the sign, and only before digits: −1 on two signs is « -01 », a bloc « B » stays « B ». */
function avecZeros(texte: string, largeur: number): string {
  const [, signe = '', chiffres] = /^(-?)(\d+)$/.exec(texte) ?? []
  return chiffres === undefined ? texte : signe + chiffres.padStart(largeur, '0')
}

/** 1 → A, 26 → Z, 27 → AA. */
export function lettre(rang: number): string {
  const reste = (rang - 1) % 26
  const avant = (rang - 1 - reste) / 26
  return (avant > 0 ? lettre(avant) : '') + String.fromCharCode(65 + reste)
}

const ordinal = (nombre: number) => (nombre === 1 ? '1er' : `${nombre}e`)

/** What an étage is called: « Rez-de-chaussée », « 1er étage », « 2e sous-sol ». */
export function nomDeLEtage(niveau: number): string {
  if (niveau === 0) return 'Rez-de-chaussée'
  return niveau > 0 ? `${ordinal(niveau)} étage` : `${ordinal(-niveau)} sous-sol`
}

/** What lots of a bloc are called by: the last word of its name. */
export const motDuBloc = (nom: string): string => nom.trim().split(/\s+/).at(-1) ?? ''

/** How a lot is priced before its étage is looked at: a price, or one for each m². In centimes. */
export interface Tarif {
  montant?: Centimes | null | undefined
  prixM2?: Centimes | null | undefined
}
/** What each étage above `des` adds: centimes, or hundredths of a percent of the price below. */
export interface Pas {
  sorte: 'montant' | 'pourcent'
  valeur: number
  des: number
}

/**
 * The price of a lot, rounded once from the exact value, a half going up.
 * @param surface in hundredths of m²
 * @param niveau of its étage; null for a local, which no step raises
 * @param arrondi in centimes, 0 for the centime
 * @returns null when no lot may have that price
 */
export function prixDuLot(
  { montant, prixM2 }: Tarif,
  surface: number,
  niveau: number | null,
  pas: Pas | null,
  arrondi: Centimes,
): Centimes | null {
  // In millionths of a centime: hundredths of m², and of a percent.
  const base =
    montant == null ? BigInt(prixM2 ?? 0) * BigInt(surface) * 10_000n : BigInt(montant) * 1_000_000n
  const k = niveau === null || pas === null ? 0n : BigInt(Math.max(0, niveau - pas.des))
  const valeur = BigInt(pas?.valeur ?? 0)
  const hausse = pas?.sorte === 'montant' ? k * valeur * 1_000_000n : (base * k * valeur) / 10_000n
  const prix = arrondirFraction(base + hausse, 1_000_000n, arrondi)
  return prix < 0n || prix > BigInt(MONTANT_MAX) ? null : Number(prix)
}
