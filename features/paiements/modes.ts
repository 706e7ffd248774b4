/** Means of a payment, by code, in the order they are offered; a payment without one reads {@link MODE_INCONNU}. */
export const MODES = {
  virement: 'Virement',
  cheque: 'Chèque',
  versement_bancaire: 'Versement bancaire',
  especes: 'Espèces',
  autre: 'Autre',
} as const
export type Mode = keyof typeof MODES
export const CODES_MODE = Object.keys(MODES) as [Mode, ...Mode[]]
export const MODE_INCONNU = 'Non précisé'

/** « Chèque », « Non précisé ». */
export const formatMode = (mode: Mode | null): string => (mode === null ? MODE_INCONNU : MODES[mode])

/** Who paid when it is not the client himself, by code. */
export const PAYEURS = {
  banque: 'Une banque (crédit)',
  cnl: 'La CNL (aide)',
  famille: 'Un proche',
  tiers: 'Une autre personne',
} as const
export type TypePayeur = keyof typeof PAYEURS
export const CODES_PAYEUR = Object.keys(PAYEURS) as [TypePayeur, ...TypePayeur[]]
export const PAR_LE_CLIENT = 'Le client'

/** The steps of a cheque, in their order. */
export const ETATS_CHEQUE = {
  recu: 'À remettre',
  remis: 'Remis',
  encaisse: 'Encaissé',
  rejete: 'Rejeté',
} as const
export type EtatCheque = keyof typeof ETATS_CHEQUE
export const CODES_ETAT = Object.keys(ETATS_CHEQUE) as [EtatCheque, ...EtatCheque[]]

/** A step inside a sentence: « Le chèque est déjà remis ». */
export const formatEtat = (etat: EtatCheque): string => ETATS_CHEQUE[etat].toLowerCase()

/** Where a cheque is, from the last step back; null for every other mode. */
export function etatDuCheque(paiement: {
  mode: Mode | null
  remise: object | null
  encaisse_le: string | null
  rejete_le: string | null
}): EtatCheque | null {
  if (paiement.mode !== 'cheque') return null
  if (paiement.rejete_le !== null) return 'rejete'
  if (paiement.encaisse_le !== null) return 'encaisse'
  return paiement.remise === null ? 'recu' : 'remis'
}

/** Where a cheque will be once its last step is undone; null when nothing is to undo. */
export function etatPrecedent(paiement: Parameters<typeof etatDuCheque>[0]): EtatCheque | null {
  const etat = etatDuCheque(paiement)
  if (etat === 'rejete') return etatDuCheque({ ...paiement, rejete_le: null })
  if (etat === 'encaisse') return etatDuCheque({ ...paiement, encaisse_le: null })
  return etat === 'remis' ? 'recu' : null
}
