import { formatMode, type Mode } from '#features/paiements/modes.ts'
import type { EtatRecu, LigneDeCaisse, RecuDuRegistre } from '#features/rapports/registres.contract.ts'
import { formatMontant } from '#shared/argent.ts'
import { formatJourCourt, jourOf } from '#shared/dates.ts'
import { REPRISE } from '#shared/numero.ts'

export const ETATS: Record<EtatRecu, { un: string; des: string }> = {
  valide: { un: 'Valide', des: 'Valides' },
  rejete: { un: 'Rejeté', des: 'Rejetés' },
  annule: { un: 'Annulé', des: 'Annulés' },
  absent: { un: 'Non attribué', des: 'Non attribués' },
}

/** The part of the register that a year names: « 2026 », « Reprise ». */
export const nomDeLAnnee = (annee: number): string => (annee === REPRISE ? 'Reprise' : String(annee))
/** It in a sentence or a file name: « Reçus de reprise », `registre_recus_reprise`. */
export const motDeLAnnee = (annee: number): string => nomDeLAnnee(annee).toLowerCase()

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

export const modeDuRecu = ({ etat, mode }: { etat: EtatRecu; mode: Mode | null }): string =>
  etat === 'absent' ? '' : formatMode(mode)

/** « BNA 0012345 »; an unknown part is left out. */
export const formatReference = ({
  banque,
  reference,
}: Pick<RecuDuRegistre, 'banque' | 'reference'>): string => [banque, reference].filter(Boolean).join(' ')

const CORRIGE = ', corrigé'
export const etatDeLaLigne = ({ etat, corrige }: Pick<LigneDeCaisse, 'etat' | 'corrige'>): string =>
  `${ETATS[etat].un}${corrige ? CORRIGE : ''}`
/** « était : Espèces 100 000,00 DA », for a corrected line. @param etait in centimes */
export const formatEtait = (etait: LigneDeCaisse['etait']): string =>
  etait === null ? '' : `était : ${formatMode(etait.mode)} ${formatMontant(etait.versement)}`
/** The états, in words, of the lines that count in the till. */
export const COMPTES_EN_CAISSE = [ETATS.valide.un, ETATS.rejete.un].flatMap((mot) => [
  mot,
  `${mot}${CORRIGE}`,
])
