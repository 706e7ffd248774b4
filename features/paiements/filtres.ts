import type { Mode } from '#features/paiements/modes.ts'
import type { Periode } from '#shared/dates.ts'

/** A payment of which nobody said how it was paid, where a mode is chosen by its code. */
export const SANS_MODE = 'inconnu'

/** What became of a payment, as lists are limited to it. `encaisse` names cheques only; `valide` everything that counts. */
export const ETATS_CHERCHES = {
  valide: 'Comptés',
  attente: 'En attente',
  encaisse: 'Encaissés',
  rejete: 'Rejetés',
} as const
export type EtatCherche = keyof typeof ETATS_CHERCHES
export const CODES_ETAT_CHERCHE = Object.keys(ETATS_CHERCHES) as [EtatCherche, ...EtatCherche[]]

/** Which payments are meant; what is absent or empty leaves none out. */
export interface FiltresDePaiement extends Periode {
  mode?: Mode | typeof SANS_MODE | undefined
  /** Exactly so. */
  banque?: string | undefined
  etat?: EtatCherche | undefined
}
