import type { Periode } from '#shared/dates.ts'

/** Payment modes by code, in the order of the menus; a payment without one reads {@link MODE_INCONNU}. */
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

/** The codes with their words as the lines of a select. */
export const toChoix = (mots: Record<string, string>) =>
  Object.entries(mots).map(([value, label]) => ({ value, label }))

/** The mode of a database row; null where none is known. */
export const readMode = (code: string | null): Mode | null => CODES_MODE.find((mode) => mode === code) ?? null

/** True for the modes that name a bank. */
export const parLaBanque = (mode: Mode | null): boolean =>
  mode === 'virement' || mode === 'cheque' || mode === 'versement_bancaire'

/** True for the modes whose payment comes to an account of ours by itself; a cheque comes to that of its remise. */
export const surUnCompte = (mode: Mode | null): boolean =>
  mode === 'virement' || mode === 'versement_bancaire'

/** « Chèque », « Non précisé ». */
export const formatMode = (mode: Mode | null): string => (mode === null ? MODE_INCONNU : MODES[mode])

/** Kinds of payer by code, for a payment that the client did not make himself. */
export const PAYEURS = {
  banque: 'Une banque (crédit)',
  cnl: 'La CNL (aide)',
  famille: 'Un proche',
  tiers: 'Une autre personne',
} as const
export type TypePayeur = keyof typeof PAYEURS
export const CODES_PAYEUR = Object.keys(PAYEURS) as [TypePayeur, ...TypePayeur[]]
export const PAR_LE_CLIENT = 'Le client'
/** The code that forms and filters use for a payment made by the client. */
export const LE_CLIENT = 'client'

/** The payer inside a sentence: « le client », « une banque (crédit) ». */
export function formatPayeur(payeur: TypePayeur | null): string {
  const mots = payeur === null ? PAR_LE_CLIENT : PAYEURS[payeur]
  return mots.charAt(0).toLowerCase() + mots.slice(1)
}

export const ETATS_CHEQUE = {
  recu: 'À remettre',
  remis: 'Remis',
  encaisse: 'Encaissé',
  rejete: 'Rejeté',
} as const
export type EtatCheque = keyof typeof ETATS_CHEQUE
export const CODES_ETAT = Object.keys(ETATS_CHEQUE) as [EtatCheque, ...EtatCheque[]]

/** The name of a cheque's step inside a sentence: « Le chèque est déjà remis ». */
export const formatEtat = (etat: EtatCheque): string => ETATS_CHEQUE[etat].toLowerCase()

/** The step of a cheque, found from the last step back; null for every other mode. */
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

/** The step of a cheque once its last one is undone; null when there is none to undo. */
export function etatPrecedent(paiement: Parameters<typeof etatDuCheque>[0]): EtatCheque | null {
  const etat = etatDuCheque(paiement)
  if (etat === 'rejete') return etatDuCheque({ ...paiement, rejete_le: null })
  if (etat === 'encaisse') return etatDuCheque({ ...paiement, encaisse_le: null })
  return etat === 'remis' ? 'recu' : null
}

/** The code that lists use for a payment whose mode is unknown. */
export const SANS_MODE = 'inconnu'

/** The states of the filter: `valide` is any payment that counts, `attente` a cheque not cleared yet; all but `valide` are cheques. */
export const ETATS_CHERCHES = {
  valide: 'Comptés',
  attente: 'En attente',
  encaisse: 'Encaissés',
  rejete: 'Rejetés',
} as const
export type EtatCherche = keyof typeof ETATS_CHERCHES
export const CODES_ETAT_CHERCHE = Object.keys(ETATS_CHERCHES) as [EtatCherche, ...EtatCherche[]]

export interface FiltresDePaiement extends Periode {
  mode?: Mode | typeof SANS_MODE | undefined
  /** The bank's name exactly as it was entered. */
  banque?: string | undefined
  etat?: EtatCherche | undefined
}

export const TRIS_VERSEMENTS = ['jour', 'client', 'montant'] as const
export type TriVersements = (typeof TRIS_VERSEMENTS)[number]
