import type { ETAPES } from '#features/ventes/dossier.codes.ts'
import type { DossierLu, EcheanceLue } from '#features/ventes/web/dossiers.queries.ts'
import type { RemboursementLu } from '#features/ventes/web/fins.queries.ts'
import { formatMontant, formatNombreDe, fromDecimal } from '#shared/argent.ts'
import type { Tone } from '#web/kit/feedback/States.tsx'

/** The dialogs of the page of a dossier. */
export type DialogDuDossier =
  | 'relancer'
  | 'modifier'
  | 'acquereurs'
  | 'generer'
  | 'echeancier'
  | 'desistement'
  | 'transferer'
  | 'ceder'
  | 'journal'
  | 'rembourser'
  | 'modifier-desistement'
  | 'annuler-desistement'

/** Opens a dialog of the page; its button stands in the panel that it changes. */
export type OpenDialog = (id: DialogDuDossier) => void

export interface DialogDuDossierProps {
  dossier: DossierLu
  onClose: () => void
  /** `nouveau` is a refund just recorded: its receipt is offered. */
  onSaved: (message: string, nouveau?: RemboursementLu) => void
}

export const NOMS_DES_ETAPES = {
  reservation: 'Réservation',
  contrat: 'Contrat',
  livraison: 'Livraison',
} as const satisfies Record<(typeof ETAPES)[number], string>

export const isOuvert = ({ etat }: Pick<DossierLu, 'etat'>): boolean => etat === 'ouverte'

/** Word and colour of the end of a sale; null while it is open. */
export function finOf({ etat }: Pick<DossierLu, 'etat'>): { mot: string; tone: Tone } | null {
  if (etat === 'ouverte') return null
  return { mot: etat === 'desistement' ? 'Désistement' : 'Retrait', tone: 'gray' }
}

/** A delivered bien can neither come back nor change hands. */
export const isLivre = ({ livraison_le }: Pick<DossierLu, 'livraison_le'>): boolean => livraison_le !== null

export const TONS_DES_ETATS = {
  reglee: 'green',
  en_retard: 'red',
  a_venir: 'gray',
  annulee: 'gray',
} as const satisfies Record<EcheanceLue['etat'], Tone>

export function describeEtat({ etat, jours_retard }: Pick<EcheanceLue, 'etat' | 'jours_retard'>): string {
  if (etat === 'reglee') return 'Réglée'
  if (etat === 'annulee') return 'Annulée'
  if (etat === 'a_venir') return 'À venir'
  return jours_retard === 0
    ? "En retard, exigible aujourd'hui"
    : `En retard de ${formatNombreDe(jours_retard, 'jour')}`
}

const ETATS_DITS = { reglee: 'réglée', en_retard: 'en retard', a_venir: 'à venir', annulee: 'annulée' }

export const describeSegment = ({ rang, libelle, couvert, montant, etat }: EcheanceLue): string =>
  `Échéance ${rang}, ${libelle}, ${formatMontant(fromDecimal(couvert))} reçus sur ${formatMontant(fromDecimal(montant))}, ${ETATS_DITS[etat]}`
