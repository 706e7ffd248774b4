import { echeanciersErreurs } from '#features/echeanciers/echeanciers.erreurs.ts'
import { part, type Centimes } from '#shared/argent.ts'
import { addMois, type Jour } from '#shared/dates.ts'
import type { TypeBien } from '#shared/biens.ts'
import { refusal, refusalOn, type Refusal } from '#shared/erreurs.ts'

/** A déclencheur makes an échéance fall due: a civil day, a step of the dossier, or a stade of the works. */
export const DECLENCHEURS = ['date', 'reservation', 'contrat', 'stade', 'livraison'] as const
export type Declencheur = (typeof DECLENCHEURS)[number]

/** A line of a modèle; `pourcent` in hundredths of a percent. A `date` line has `nombre` equal parts, `pas_mois` months apart. */
export interface LigneDeModele {
  libelle: string
  libelle_ar?: string | null
  pourcent: number
  declencheur: Declencheur
  stade_id: number | null
  nombre: number
  pas_mois: number
}

/** A line of an échéancier, its amount in centimes. */
export interface Ligne {
  libelle: string
  libelle_ar?: string | null
  montant: Centimes
  declencheur: Declencheur
  stade_id: number | null
  date_prevue: Jour | null
}

/** A line with what payments have covered of it, in centimes. */
export interface LigneCouverte extends Ligne {
  couvert: Centimes
}

export interface Generation {
  /** Civil day of the first part of a `date` line. */
  premier_jour?: Jour | null | undefined
  /** `nombre` and `pas_mois` replace those of the modèle. */
  nombre?: number | undefined
  pas_mois?: number | undefined
  /** Every part but the last is rounded down to a multiple of `arrondi`, in centimes. */
  arrondi?: Centimes
}

/** Civil days of the steps of a dossier, null until a step has happened. */
export interface Jours {
  reservation_le: Jour
  contrat_le: Jour | null
  livraison_le: Jour | null
}

/** The steps of a dossier that have happened by today, and the ids of the stades its bloc has reached. */
interface Evenements extends Omit<Jours, 'reservation_le'> {
  stades: readonly number[]
  aujourdhui: Jour
}

/**
 * Divides an amount over the lines of a modèle, in centimes; the parts add up to it exactly. Each is rounded down, the last one takes the
 * remainder, and a part of zero is left out.
 */
export const applyModele = (
  montant: Centimes,
  modele: readonly LigneDeModele[],
  generation: Generation = {},
): Ligne[] => divide(montant, partsOf(modele, generation), generation)

/** A part of a modèle without its amount yet. Its weight is `pourcent` over `nombre`, the number of parts of its line. */
export interface Part extends Omit<Ligne, 'montant'> {
  pourcent: number
  nombre: number
}

/** Shares an amount among the parts in proportion to their percents, which need not add up to 100. */
function divide(montant: Centimes, parts: readonly Part[], { arrondi = 1 }: Generation): Ligne[] {
  const { weights, tout } = weigh(parts)
  let reste = montant
  const lignes = parts.map(({ pourcent: _, nombre: __, ...ligne }, rang): Ligne => {
    const coupe = part(montant, weights[rang] ?? 0n, tout)
    const coupee = rang === parts.length - 1 ? reste : coupe - (coupe % arrondi)
    reste -= coupee
    return { ...ligne, montant: coupee }
  })
  return lignes.filter((ligne) => ligne.montant > 0)
}

/** Weighs the parts over one common denominator, so that only the division of the amount rounds. */
function weigh(parts: readonly Part[]) {
  const denominateur = parts.reduce((product, { nombre }) => lcm(product, BigInt(nombre)), 1n)
  const weights = parts.map(({ pourcent, nombre }) => BigInt(pourcent) * (denominateur / BigInt(nombre)))
  return { weights, tout: weights.reduce((sum, weight) => sum + weight, 0n), denominateur }
}

/** Share of the modèle that the parts make together, in percent, cut to two decimals. */
export function pourcentDe(parts: readonly Part[]): number {
  const { tout, denominateur } = weigh(parts)
  return Number(tout / denominateur) / 100
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b

/** Expands the lines of a modèle into parts, in order; each part of a `date` line gets its own day. */
function partsOf(modele: readonly LigneDeModele[], demande: Generation): Part[] {
  return modele.flatMap(({ nombre, pas_mois, ...ligne }): Part[] => {
    if (ligne.declencheur !== 'date') return [{ ...ligne, nombre: 1, date_prevue: null }]
    const { premier_jour: premier = null } = demande
    const combien = demande.nombre ?? nombre
    const pas = demande.pas_mois ?? pas_mois
    return Array.from({ length: combien }, (_, rang) => ({
      ...ligne,
      libelle: numbered(ligne.libelle, rang, combien),
      libelle_ar: ligne.libelle_ar ? numbered(ligne.libelle_ar, rang, combien) : null,
      stade_id: null,
      nombre: combien,
      date_prevue: premier && addMois(premier, rang * pas),
    }))
  })
}

const numbered = (libelle: string, rang: number, combien: number): string =>
  combien === 1 ? libelle : `${libelle} ${rang + 1}`

/**
 * Splits the parts of a modèle by whether their déclencheur has passed; the réservation always has, a day once it is before today, a
 * stade that was reached once the contract is signed.
 */
export function splitModele(
  modele: readonly LigneDeModele[],
  { contrat_le, livraison_le, stades, aujourdhui }: Evenements,
  generation: Generation = {},
): { a_venir: Part[]; passees: Part[] } {
  const hasPassed = ({ declencheur, stade_id, date_prevue }: Part): boolean =>
    ({
      reservation: true,
      contrat: contrat_le !== null,
      livraison: livraison_le !== null,
      stade: contrat_le !== null && stade_id !== null && stades.includes(stade_id),
      date: date_prevue !== null && date_prevue < aujourdhui,
    })[declencheur]
  const parts = partsOf(modele, generation)
  return { a_venir: parts.filter((candidate) => !hasPassed(candidate)), passees: parts.filter(hasPassed) }
}

/**
 * Civil day on which a line falls due, null while unknown; the view `echeances_calculees` computes the same. A line on a stade falls due on
 * the later of the day it was reached and that of the contract, and without a contract not at all (comptes D.1).
 * @param atteint_le the day the bloc reached the stade of the line, if it has
 */
export function exigibleLe(
  { declencheur, date_prevue }: Pick<Ligne, 'declencheur' | 'date_prevue'>,
  { reservation_le, contrat_le, livraison_le }: Jours,
  atteint_le: Jour | null,
): Jour | null {
  return {
    date: date_prevue,
    reservation: reservation_le,
    contrat: contrat_le,
    livraison: livraison_le,
    stade:
      atteint_le !== null && contrat_le !== null && atteint_le < contrat_le
        ? contrat_le
        : contrat_le && atteint_le,
  }[declencheur]
}

const DEJA_VERSE = { libelle: 'Déjà versé', libelle_ar: 'المدفوع' }
const SOLDE = { libelle: 'Solde', libelle_ar: 'الرصيد' }

/**
 * Applies a modèle to the rest of a price, in centimes. A line is cut to what it has received; the parts still to come divide the rest, or
 * one line due today takes it. Without lines, what is paid becomes a line « Déjà versé ».
 */
export function applyToRest(
  prix: Centimes,
  paye: Centimes,
  lignes: readonly LigneCouverte[],
  modele: readonly LigneDeModele[],
  evenements: Evenements,
  generation: Generation = {},
): Ligne[] {
  const first: LigneCouverte = {
    ...DEJA_VERSE,
    montant: paye,
    couvert: paye,
    declencheur: 'reservation',
    stade_id: null,
    date_prevue: null,
  }
  const covered = (lignes.length > 0 ? lignes : [first])
    .filter(({ couvert }) => couvert > 0)
    .map(({ couvert, ...ligne }) => ({ ...ligne, montant: couvert }))
  const { a_venir } = splitModele(modele, evenements, generation)
  const solde: Ligne = {
    ...SOLDE,
    montant: prix - paye,
    declencheur: 'date',
    stade_id: null,
    date_prevue: evenements.aujourdhui,
  }
  return [...covered, ...(a_venir.length === 0 ? [solde] : divide(prix - paye, a_venir, generation))]
}

/**
 * Adapts lines to a changed price, in centimes. The open part of each line takes its share of what is open now, rounded down, the last one
 * the remainder; a line of zero disappears. When every line was covered, the last one takes the difference.
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
    const coupe = open === 0 ? 0 : part(ligne.montant - ligne.couvert, wanted, open)
    reste -= coupe
    return { ...ligne, montant: ligne.couvert + coupe }
  })
  return changed
    .map((ligne, rang) => (rang === last ? { ...ligne, montant: ligne.couvert + reste } : ligne))
    .filter(({ montant }) => montant > 0)
}

/** Whether a line waits for a stade, so that the bien must stand in a bloc. */
export const waitsForStade = (lignes: readonly { declencheur: Declencheur }[]): boolean =>
  lignes.some(({ declencheur }) => declencheur === 'stade')

/** Refuses lines that wait for a stade on a place, which stands in no bloc. */
export const refusDuStadeSansBloc = (
  type: TypeBien | undefined,
  lignes: readonly { declencheur: Declencheur }[],
): Refusal | null =>
  type === 'place_parking' && waitsForStade(lignes) ? refusal(echeanciersErreurs.stadeSansBloc) : null

/** Refuses lines that do not add up to the price, in centimes; none is no échéancier. */
export function refusDeLaSomme(lignes: readonly Pick<Ligne, 'montant'>[], prix: Centimes): Refusal | null {
  const somme = lignes.reduce((sum, { montant }) => sum + montant, 0)
  return lignes.length > 0 && somme !== prix
    ? refusalOn('lignes', echeanciersErreurs.sommeEcheances, { somme, prix })
    : null
}

interface StadeDuBloc {
  nom: string
  rang: number
  /** Day on which the bloc reached it, null until then. */
  atteint_le: Jour | null
}

/**
 * Refuses to reach a stade before an earlier one, or on a day that goes back; two stades may share a day.
 * @param stades those of the bloc, by rang
 */
export function refusDeLOrdreDesStades(
  rang: number,
  jour: Jour,
  stades: readonly StadeDuBloc[],
): Refusal | null {
  const missing = stades.find((stade) => stade.rang < rang && stade.atteint_le === null)
  if (missing) return refusalOn('atteint_le', echeanciersErreurs.stadePrecedent, { nom: missing.nom })
  for (const { nom, rang: its, atteint_le } of stades)
    if (atteint_le !== null && ((its < rang && jour < atteint_le) || (its > rang && jour > atteint_le)))
      return refusalOn('atteint_le', echeanciersErreurs.stadeOrdre, { nom, jour: atteint_le })
  return null
}
