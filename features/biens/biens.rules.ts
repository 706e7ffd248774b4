import { biensErreurs } from '#features/biens/biens.erreurs.ts'
import type { Centimes } from '#shared/argent.ts'
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

/** The state of a bien: off sale, delivered, sold, held, or free. `etatDuBien` of biens.read.ts says the same in SQL. */
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
    ? refusal(biensErreurs.bienSousOption, { nom: option.nom, jour: option.expire_le })
    : null

/** Refuses to sell or to hold a bien that is off sale. */
export const refusDuBienBloque = ({ bloque_motif: motif }: { bloque_motif: string | null }): Refusal | null =>
  motif === null ? null : refusal(biensErreurs.bienBloque, { motif })

/** Refuses a price below what is paid (Q155). In centimes. */
export const refusDuPrix = (prix: Centimes, paye: Centimes): Refusal | null =>
  prix < paye ? refusalOn('montant', biensErreurs.montantSousPaye, { paye }) : null
