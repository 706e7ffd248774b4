import { formatMode, type Mode } from '#features/paiements/modes.ts'
import type { LigneDeCaisse, RecuDuRegistre } from '#features/registres/registres.contract.ts'
import { formatJourCourt, jourOf } from '#shared/dates.ts'

/**
 * What became of a receipt number: a payment that counts has it, a rejected one, one that was deleted, or nobody: an import
 * skipped it. Not in the contract: the screen needs them without the schemas.
 */
export const ETATS_RECU = ['valide', 'rejete', 'annule', 'absent'] as const
export type EtatRecu = (typeof ETATS_RECU)[number]

/** What became of a number, and of several. */
export const ETATS: Record<EtatRecu, { un: string; des: string }> = {
  valide: { un: 'Valide', des: 'Valides' },
  rejete: { un: 'Rejeté', des: 'Rejetés' },
  annule: { un: 'Annulé', des: 'Annulés' },
  absent: { un: 'Non attribué', des: 'Non attribués' },
}

/** What is written besides: who voided it and when, why it was rejected, that nobody was given it. */
export function observationDuRecu({
  etat,
  annule_le,
  annule_par,
  motif_rejet,
}: Pick<RecuDuRegistre, 'etat' | 'annule_le' | 'annule_par' | 'motif_rejet'>): string {
  if (etat === 'absent') return 'Numéro sauté par un import'
  if (annule_le === null) return motif_rejet ?? ''
  return `Annulé le ${formatJourCourt(jourOf(new Date(annule_le)))} par ${annule_par ?? ''}`
}

/** The mode of a line; of what nobody was given, nothing. */
export const modeDuRecu = ({ etat, mode }: { etat: EtatRecu; mode: Mode | null }): string =>
  etat === 'absent' ? '' : formatMode(mode)

/** « BNA 0012345 », what is known of it. */
export const formatReference = ({
  banque,
  reference,
}: Pick<RecuDuRegistre, 'banque' | 'reference'>): string => [banque, reference].filter(Boolean).join(' ')

const CORRIGE = ', corrigé'
/** « Valide », « Rejeté, corrigé ». */
export const etatDeLaLigne = ({ etat, corrige }: Pick<LigneDeCaisse, 'etat' | 'corrige'>): string =>
  `${ETATS[etat].un}${corrige ? CORRIGE : ''}`
/** The états that are in the sums of the till. */
export const COMPTES_EN_CAISSE = [ETATS.valide.un, ETATS.rejete.un].flatMap((mot) => [
  mot,
  `${mot}${CORRIGE}`,
])
