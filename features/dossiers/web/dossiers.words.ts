import type { ETAPES } from '#features/dossiers/dossier.codes.ts'
import type { DossierLu, EcheanceLue } from '#features/dossiers/web/dossiers.queries.ts'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import type { Tone } from '#web/kit/StatusBadge.tsx'

export const NOMS_DES_ETAPES = {
  reservation: 'Réservation',
  contrat: 'Contrat',
  livraison: 'Livraison',
} as const satisfies Record<(typeof ETAPES)[number], string>

/** How the sale ended, and the colour of it; null while it is open. */
export function finOf({ etat }: Pick<DossierLu, 'etat'>): { mot: string; tone: Tone } | null {
  if (etat === 'ouverte') return null
  return etat === 'desistement' ? { mot: 'Désistement', tone: 'red' } : { mot: 'Retrait', tone: 'gray' }
}

export const TONS_DES_ETATS = {
  reglee: 'green',
  en_retard: 'red',
  a_venir: 'gray',
  annulee: 'gray',
} as const satisfies Record<EcheanceLue['etat'], Tone>

/** « En retard de 19 jours ». */
export function direEtat({ etat, jours_retard }: Pick<EcheanceLue, 'etat' | 'jours_retard'>): string {
  if (etat === 'reglee') return 'Réglée'
  if (etat === 'annulee') return 'Annulée'
  if (etat === 'a_venir') return 'À venir'
  return jours_retard === 0
    ? "En retard, exigible aujourd'hui"
    : `En retard de ${formatCompte(jours_retard, 'jour')}`
}

const ETATS_DITS = { reglee: 'réglée', en_retard: 'en retard', a_venir: 'à venir', annulee: 'annulée' }

/** « Échéance 2, Fondations achevées, 1 500 000,00 DA reçus sur 1 875 000,00 DA, en retard ». */
export const direSegment = ({ rang, libelle, couvert, montant, etat }: EcheanceLue): string =>
  `Échéance ${rang}, ${libelle}, ${formatMontant(fromDecimal(couvert))} reçus sur ${formatMontant(fromDecimal(montant))}, ${ETATS_DITS[etat]}`
