import type { Centimes } from '#shared/argent.ts'
import { addMois, type Jour } from '#shared/dates.ts'

/** What makes an échéance fall due: a day, a step of the dossier, a stade of the works. */
export const DECLENCHEURS = ['date', 'reservation', 'contrat', 'stade', 'livraison'] as const
export type Declencheur = (typeof DECLENCHEURS)[number]

/** A line of a modèle. `pourcent` in hundredths of a percent; `nombre` equal parts, every `pas_mois` months, for a date. */
export interface LigneDeModele {
  libelle: string
  pourcent: number
  declencheur: Declencheur
  stade_id: number | null
  nombre: number
  pas_mois: number
}

/** A line of an échéancier. In centimes. */
export interface Ligne {
  libelle: string
  montant: Centimes
  declencheur: Declencheur
  stade_id: number | null
  date_prevue: Jour | null
}

/** A line that has received something, or may. In centimes. */
export interface LigneCouverte extends Ligne {
  couvert: Centimes
}

export interface Generation {
  /** Of the first part of a line with days. */
  premier_jour?: Jour | null | undefined
  /** In place of those of the modèle. */
  nombre?: number | undefined
  pas_mois?: number | undefined
  /** Every part but the last is cut to a multiple of it, in centimes. */
  arrondi?: Centimes
}

const CENT_POUR_CENT = 10_000n

/** `montant` × `part` ÷ `tout`, cut: amounts of eleven digits do not fit a product of numbers. */
const cutShare = (montant: Centimes, part: bigint, tout: bigint): Centimes =>
  Number((BigInt(montant) * part) / tout)

/**
 * The lines of a modèle for an amount, to the centime: each part is cut, the last one takes what is left, and one that comes to
 * nothing is left out. Days are counted from the first, kept inside their month. In centimes.
 */
export function applyModele(
  montant: Centimes,
  modele: readonly LigneDeModele[],
  { premier_jour, arrondi = 1, ...demande }: Generation = {},
): Ligne[] {
  const parts = modele.flatMap((ligne) => partsOf(ligne, premier_jour ?? null, demande))
  let reste = montant
  const lignes = parts.map(({ pourcent, nombre, ...ligne }, rang): Ligne => {
    const part = cutShare(montant, BigInt(pourcent), CENT_POUR_CENT * BigInt(nombre))
    const coupee = rang === parts.length - 1 ? reste : part - (part % arrondi)
    reste -= coupee
    return { ...ligne, montant: coupee }
  })
  return lignes.filter((ligne) => ligne.montant > 0)
}

/** One line to be, its share of the whole still to be divided by `nombre`. */
interface Part extends Omit<Ligne, 'montant'> {
  pourcent: number
  nombre: number
}

function partsOf(
  { libelle, pourcent, declencheur, stade_id, nombre, pas_mois }: LigneDeModele,
  premier: Jour | null,
  demande: Pick<Generation, 'nombre' | 'pas_mois'>,
): Part[] {
  if (declencheur !== 'date')
    return [{ libelle, pourcent, declencheur, stade_id, nombre: 1, date_prevue: null }]
  const combien = demande.nombre ?? nombre
  const pas = demande.pas_mois ?? pas_mois
  return Array.from({ length: combien }, (_, rang) => ({
    libelle: combien === 1 ? libelle : `${libelle} ${rang + 1}`,
    pourcent,
    declencheur,
    stade_id: null,
    nombre: combien,
    date_prevue: premier && addMois(premier, rang * pas),
  }))
}

const DEJA_VERSE = 'Déjà versé'

/**
 * A modèle for what remains to be paid: what is covered stays, a line that has received a part is cut to it, and the modèle divides the
 * rest. Where there was no line, what is paid becomes the first one. In centimes.
 */
export function applyToRest(
  prix: Centimes,
  paye: Centimes,
  lignes: readonly LigneCouverte[],
  modele: readonly LigneDeModele[],
  generation: Generation = {},
): Ligne[] {
  const first: LigneCouverte = {
    libelle: DEJA_VERSE,
    montant: paye,
    couvert: paye,
    declencheur: 'reservation',
    stade_id: null,
    date_prevue: null,
  }
  const covered = (lignes.length > 0 ? lignes : [first])
    .filter(({ couvert }) => couvert > 0)
    .map(({ couvert, ...ligne }) => ({ ...ligne, montant: couvert }))
  return [...covered, ...applyModele(prix - paye, modele, generation)]
}

/**
 * The lines once the price has changed: what is covered stays, what is open of each takes its share of what is open now, cut, the last
 * one the rest. A line that comes to nothing disappears; when all was covered, the last line takes the difference. In centimes.
 */
export function redistribute<L extends LigneCouverte>(
  lignes: readonly L[],
  prix: Centimes,
  paye: Centimes,
): L[] {
  const open = lignes.reduce((sum, { montant, couvert }) => sum + montant - couvert, 0)
  const wanted = prix - Math.min(paye, prix)
  const last =
    open === 0 ? lignes.length - 1 : lignes.findLastIndex(({ montant, couvert }) => montant > couvert)
  let reste = wanted
  const changed = lignes.map((ligne, rang): L => {
    if (rang === last) return ligne
    const part = open === 0 ? 0 : cutShare(ligne.montant - ligne.couvert, BigInt(wanted), BigInt(open))
    reste -= part
    return { ...ligne, montant: ligne.couvert + part }
  })
  return changed
    .map((ligne, rang) => (rang === last ? { ...ligne, montant: ligne.couvert + reste } : ligne))
    .filter(({ montant }) => montant > 0)
}
