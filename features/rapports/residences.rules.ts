import { partPayee } from '#features/etats/etats.rules.ts'
import type { SommesDeResidence } from '#features/rapports/residences.contract.ts'
import { part, toDecimal, type Centimes } from '#shared/argent.ts'

/** Counts and sums of a residence, in centimes; the other figures follow from these. */
export interface FaitsDeResidence {
  biens: number
  vendus: number
  prix_vendu: Centimes
  paye: Centimes
  /** Sum of the remainders of its sales: a sale paid on a day before a price of later has none. */
  reste: Centimes
  valeur_libre: Centimes
  en_retard: Centimes | null
  depense: Centimes
  regle: Centimes
  budget: Centimes | null
}

export const RIEN: Omit<FaitsDeResidence, 'en_retard'> = {
  biens: 0,
  vendus: 0,
  prix_vendu: 0,
  paye: 0,
  reste: 0,
  valeur_libre: 0,
  depense: 0,
  regle: 0,
  budget: null,
}

/** A share in percent with two decimals, cut, also above 100: what is spent may exceed its budget. */
const pourcent = (montant: Centimes, tout: Centimes): number => toDecimal(part(10_000, montant, tout))

/** The figures of a residence (D.11). Amounts in centimes, shares in percent. */
export function sommesDe(faits: FaitsDeResidence): SommesDeResidence {
  const { prix_vendu, paye, valeur_libre, depense, regle, budget } = faits
  const valeur_totale = prix_vendu + valeur_libre
  return {
    ...faits,
    pourcentage: prix_vendu > 0 ? toDecimal(partPayee(paye, prix_vendu)) : null,
    valeur_totale,
    reste_a_regler: depense - regle,
    avancement: budget === null ? null : pourcent(depense, budget),
    marge_prevue: budget === null ? null : valeur_totale - budget,
    vendu_moins_depense: prix_vendu - depense,
  }
}

/**
 * The figures of all residences together, with what was spent for none. The budget, its avancement and the margin are those of the
 * residences that have a budget; null where none has.
 */
export function totalDe(
  residences: readonly FaitsDeResidence[],
  sans: Pick<FaitsDeResidence, 'depense' | 'regle'>,
  passe: boolean,
): SommesDeResidence {
  const add = (of: readonly FaitsDeResidence[]): FaitsDeResidence =>
    of.reduce<FaitsDeResidence>(
      (sum, une) => ({
        biens: sum.biens + une.biens,
        vendus: sum.vendus + une.vendus,
        prix_vendu: sum.prix_vendu + une.prix_vendu,
        paye: sum.paye + une.paye,
        reste: sum.reste + une.reste,
        valeur_libre: sum.valeur_libre + une.valeur_libre,
        en_retard: passe ? null : (sum.en_retard ?? 0) + (une.en_retard ?? 0),
        depense: sum.depense + une.depense,
        regle: sum.regle + une.regle,
        budget: une.budget === null ? sum.budget : (sum.budget ?? 0) + une.budget,
      }),
      { ...RIEN, en_retard: passe ? null : 0 },
    )
  const all = add(residences)
  const { avancement, marge_prevue } = sommesDe(add(residences.filter(({ budget }) => budget !== null)))
  return {
    ...sommesDe({ ...all, depense: all.depense + sans.depense, regle: all.regle + sans.regle }),
    avancement,
    marge_prevue,
  }
}
