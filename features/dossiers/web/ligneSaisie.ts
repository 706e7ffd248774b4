import type { DossierLu, EcheanceLue } from '#features/dossiers/web/dossiers.queries.ts'
import type { Declencheur } from '#features/echeancier/echeancier.rules.ts'
import { readCentiemes, type Centimes } from '#shared/argent.ts'

/** A line as it is typed. `cle` tells it from the others as long as the dialog is open. */
export interface LigneSaisie {
  cle: number
  id: number | null
  libelle: string
  montant: number | string
  declencheur: Declencheur
  stade_id: number | null
  date_prevue: string
  /** Covered whole: it cannot change any more. */
  reglee: boolean
}

let serial = 0

const toLigne = (echeance: EcheanceLue): LigneSaisie => ({
  cle: ++serial,
  id: echeance.id,
  libelle: echeance.libelle,
  montant: echeance.montant,
  declencheur: echeance.declencheur,
  stade_id: echeance.stade?.id ?? null,
  date_prevue: echeance.date_prevue ?? '',
  reglee: echeance.etat === 'reglee',
})

export const toLignes = ({ echeances }: Pick<DossierLu, 'echeances'>): LigneSaisie[] => echeances.map(toLigne)

/** A line more, due on a day, for what is not divided yet. In centimes. */
export const newLigne = (ecart: Centimes): LigneSaisie => ({
  cle: ++serial,
  id: null,
  libelle: '',
  montant: ecart > 0 ? ecart / 100 : '',
  declencheur: 'date',
  stade_id: null,
  date_prevue: '',
  reglee: false,
})

/** What was typed, on the lines as they are now: those that are covered as they are, one that has gone is a new one. */
export function mergeLignes(typed: readonly LigneSaisie[], fresh: readonly LigneSaisie[]): LigneSaisie[] {
  const covered = fresh.filter(({ reglee }) => reglee)
  const known = new Set(fresh.map(({ id }) => id))
  const fixed = new Set(covered.map(({ id }) => id))
  return [
    ...covered,
    ...typed
      .filter(({ id, reglee }) => !reglee && (id === null || !fixed.has(id)))
      .map((ligne) => ({ ...ligne, id: known.has(ligne.id) ? ligne.id : null })),
  ]
}

/** An amount as far as it is typed, in centimes. */
export const centimesOf = ({ montant }: Pick<LigneSaisie, 'montant'>): Centimes => readCentiemes(montant) ?? 0

/** A share of a price, cut to the centime. @param pourcent with two decimals at most */
export const partOf = (prix: Centimes, pourcent: number | string): Centimes =>
  Number((BigInt(prix) * BigInt(readCentiemes(pourcent) ?? 0)) / 10_000n)

/** The percent of a price that an amount is, cut to two decimals. */
export const pourcentOf = (prix: Centimes, montant: Centimes): number =>
  prix === 0 ? 0 : Number((BigInt(montant) * 10_000n) / BigInt(prix)) / 100
