import { etatsErreurs } from '#features/etats/etats.erreurs.ts'
import { CENT_POUR_CENT, part, toDecimal, type Centimes } from '#shared/argent.ts'
import { aujourdhui, type Jour } from '#shared/dates.ts'
import type { EtatDuBien } from '#shared/etats.ts'
import { refusal, refusalOn, type Refusal } from '#shared/erreurs.ts'

/** Tells whether an open option still holds its bien, which it does through its last day. */
export const holds = ({ expire_le }: { expire_le: Jour }, today: Jour = aujourdhui()): boolean =>
  expire_le >= today

/** Facts that the state of a bien follows from. */
interface FaitsDuBien {
  bloque_motif: string | null
  /** The open vente; null while the bien has no buyer. */
  vente_id: number | null
  livraison_le: Jour | null
  /** The option that has not ended, live or expired. */
  option: { expire_le: Jour } | null
}

/** The state of a bien: off sale, delivered, sold, held, or free. `etatDuBien` of etats.read.ts says the same in SQL. */
export function deriveEtat(
  { bloque_motif, vente_id, livraison_le, option }: FaitsDuBien,
  today: Jour = aujourdhui(),
): EtatDuBien {
  if (bloque_motif !== null) return 'bloque'
  if (livraison_le !== null) return 'livre'
  if (vente_id !== null) return 'vendu'
  return option !== null && holds(option, today) ? 'option' : 'libre'
}

/**
 * Refuses what an option forbids: to sell, to block, to hold again.
 * @param option the option of the bien that is not closed, live or expired
 */
export const refusDuBienTenu = (
  option: { nom: string; expire_le: Jour } | null | undefined,
  today: Jour = aujourdhui(),
): Refusal | null =>
  option && holds(option, today)
    ? refusal(etatsErreurs.bienSousOption, { nom: option.nom, jour: option.expire_le })
    : null

/** Refuses to sell or to hold a bien that is off sale. */
export const refusDuBienBloque = ({ bloque_motif: motif }: { bloque_motif: string | null }): Refusal | null =>
  motif === null ? null : refusal(etatsErreurs.bienBloque, { motif })

/** Refuses a price below what is paid (Q155). In centimes. */
export const refusDuPrix = (prix: Centimes, paye: Centimes): Refusal | null =>
  prix < paye ? refusalOn('montant', etatsErreurs.montantSousPaye, { paye }) : null

/**
 * Share of an amount that is paid, in hundredths of a percent, 0 to 10 000; 0 when nothing is to be paid. It is cut: a share just below a
 * limit never reads as the limit (D2 §3, Q132).
 */
export const partPayee = (paye: Centimes, montant: Centimes): number =>
  montant > 0 ? Math.min(part(CENT_POUR_CENT, paye, montant), CENT_POUR_CENT) : 0

/** Returns the remainder of a price, in centimes, never below 0, and {@link partPayee} in percent, as every surface tells them of a sale (Q132). */
export const avancement = (
  prix: Centimes,
  paye: Centimes,
): { resteAPayer: Centimes; pourcentagePaiement: number } => ({
  resteAPayer: Math.max(prix - paye, 0),
  pourcentagePaiement: toDecimal(partPayee(paye, prix)),
})
