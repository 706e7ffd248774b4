import { echeanciersErreurs } from '#features/echeanciers/echeanciers.erreurs.ts'
import type { Jour } from '#shared/dates.ts'
import { refusalOn, type Refusal } from '#shared/erreurs.ts'

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
export function brokenStadeOrder(rang: number, jour: Jour, stades: readonly StadeDuBloc[]): Refusal | null {
  const missing = stades.find((stade) => stade.rang < rang && stade.atteint_le === null)
  if (missing) return refusalOn('atteint_le', echeanciersErreurs.stadePrecedent, { nom: missing.nom })
  for (const { nom, rang: its, atteint_le } of stades)
    if (atteint_le !== null && ((its < rang && jour < atteint_le) || (its > rang && jour > atteint_le)))
      return refusalOn('atteint_le', echeanciersErreurs.stadeOrdre, { nom, jour: atteint_le })
  return null
}
