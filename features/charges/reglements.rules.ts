import { chargesErreurs } from '#features/charges/charges.erreurs.ts'
import type { EtatBon } from '#features/charges/charges.words.ts'
import { type Mode, parLaBanque } from '#features/paiements/modes.ts'
import type { Centimes } from '#shared/argent.ts'
import { refusal, type Refusal } from '#shared/erreurs.ts'

/** Total of a voucher and sum of its règlements. */
export interface SommesDuBon {
  total: Centimes
  regle: Centimes
}

/** Returns the remainder of a voucher, in centimes, and how far it is paid: null while its total is 0 (D.12). */
export function soldeDuBon({ total, regle }: SommesDuBon): { reste: Centimes; etat: EtatBon | null } {
  const reste = total - regle
  if (total === 0) return { reste, etat: null }
  if (reste === 0) return { reste, etat: 'regle' }
  return { reste, etat: regle > 0 ? 'partiel' : 'non_regle' }
}

/** Refuses a règlement above what is left to pay. Amounts in centimes. */
export const refusDuReglement = (bon: SommesDuBon, montant: Centimes): Refusal | null =>
  montant > bon.total - bon.regle
    ? refusal(chargesErreurs.reglementDepasse, { reste: bon.total - bon.regle })
    : null

/** A règlement leaves one of our accounts when it goes through the bank; money handed over leaves none. */
export const surCompte = (mode: Mode): boolean => parLaBanque(mode)
