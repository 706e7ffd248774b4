import type { DossierLu } from '#features/ventes/web/dossiers.queries.ts'
import type { Tone } from '#web/kit/feedback/tones.ts'

export const isOuvert = ({ etat }: Pick<DossierLu, 'etat'>): boolean => etat === 'ouverte'

/** Word and colour of the end of a sale; null while it is open. */
export function finOf({ etat }: Pick<DossierLu, 'etat'>): { mot: string; tone: Tone } | null {
  if (etat === 'ouverte') return null
  return { mot: etat === 'desistement' ? 'Désistement' : 'Retrait', tone: 'gray' }
}

/** A delivered bien can neither come back nor change hands. */
export const isLivre = ({ livraison_le }: Pick<DossierLu, 'livraison_le'>): boolean => livraison_le !== null

/** Help under the price that a sale or a transfert agrees (entree.md H.5). */
export const AIDE_PRIX_CONVENU = "Il devient le prix du lot ; l'ancien reste dans l'historique."
