import { partPayee } from '#features/etats/etats.rules.ts'
import { ventesErreurs } from '#features/ventes/ventes.erreurs.ts'
import { CENT_POUR_CENT, part, type Centimes } from '#shared/argent.ts'
import type { Jour } from '#shared/dates.ts'
import { refusal, refusalOn, type Refusal } from '#shared/erreurs.ts'

/** The days of a sale's steps. */
export interface Etapes {
  reservation_le: Jour
  contrat_le: Jour | null
  livraison_le: Jour | null
}

/** Refuses each step, on its field, that precedes the one it follows; two steps may share a day. */
export function refusDesEtapes({ reservation_le, contrat_le, livraison_le }: Etapes): Refusal[] {
  const refus: Refusal[] = []
  if (contrat_le !== null && contrat_le < reservation_le)
    refus.push(refusalOn('contrat_le', ventesErreurs.contratAvantReservation, { jour: reservation_le }))
  if (livraison_le === null) return refus
  if (contrat_le !== null && livraison_le < contrat_le)
    refus.push(refusalOn('livraison_le', ventesErreurs.livraisonAvantContrat, { jour: contrat_le }))
  else if (livraison_le < reservation_le)
    refus.push(refusalOn('livraison_le', ventesErreurs.livraisonAvantReservation, { jour: reservation_le }))
  return refus
}

/** Amount kept at a désistement in centimes, or a share of what is paid in hundredths of a percent. */
interface Retenue {
  retenue?: Centimes | null | undefined
  retenue_pourcent?: number | null | undefined
}

/** Amount kept of what is paid, in centimes; 0 when neither field is given. */
export const retenueDe = ({ retenue, retenue_pourcent }: Retenue, paye: Centimes): Centimes =>
  retenue_pourcent == null ? (retenue ?? 0) : part(paye, retenue_pourcent, CENT_POUR_CENT)

interface Comptes {
  paye: Centimes
  retenue: Centimes
  rembourse: Centimes
  enAttente: Centimes
}

/** Amount a désistement gives back in all, including what was given back already. In centimes, never below 0. */
export const aRendre = ({ paye, retenue }: Pick<Comptes, 'paye' | 'retenue'>): Centimes =>
  Math.max(0, paye - retenue)

/** Amount still to give back, and its part that no pending cheque holds back. In centimes, never below 0. */
export function resteARembourser({ paye, retenue, rembourse, enAttente }: Comptes) {
  const a_rembourser = Math.max(0, aRendre({ paye, retenue }) - rembourse)
  return { a_rembourser, remboursable: Math.max(0, a_rembourser - enAttente) }
}

/** Refuses to keep more of a désistement than was paid and is not given back yet. In centimes. */
export const refusDeLaRetenue = (retenue: Centimes, paye: Centimes, rembourse: Centimes): Refusal | null =>
  retenue > paye - rembourse
    ? refusalOn('retenue', ventesErreurs.retenueTropHaute, { max: paye - rembourse })
    : null

/** Refuses a refund beyond what a désistement leaves to give back, or without a désistement. In centimes. */
export function refusDuRemboursement(
  montant: Centimes,
  desistement: { remboursable: Centimes } | null,
): Refusal | null {
  if (!desistement) return refusal(ventesErreurs.pasDeDesistement)
  const { remboursable } = desistement
  return montant > remboursable
    ? refusalOn('montant', ventesErreurs.remboursementDepasse, { remboursable })
    : null
}

interface RegleDeCession {
  cession_avant_contrat: boolean
  /** Share of the price to be paid before, in hundredths of a percent; null for none. */
  cession_paye: number | null
}

/** Whether that share of a price is paid, compared exactly. @param pourcent in hundredths of a percent */
const isPaid = (paye: Centimes, prix: Centimes, pourcent: number): boolean =>
  BigInt(paye) * BigInt(CENT_POUR_CENT) >= BigInt(prix) * BigInt(pourcent)

/** Refuses a cession that the firm's rules do not allow: after the contract, or before enough is paid. In centimes. */
export function refusDeLaCession(
  { contrat_le, prix, paye }: { contrat_le: Jour | null; prix: Centimes; paye: Centimes },
  { cession_avant_contrat, cession_paye }: RegleDeCession,
): Refusal | null {
  if (cession_avant_contrat && contrat_le !== null) return refusal(ventesErreurs.cessionEtape)
  if (cession_paye === null || isPaid(paye, prix, cession_paye)) return null
  return refusal(ventesErreurs.cessionPaye, { demande: cession_paye, paye: partPayee(paye, prix) })
}
