import type { Mode, TypePayeur } from '#features/paiements/modes.ts'
import { etatDuCheque, formatEtat } from '#features/paiements/modes.ts'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { paiementsErreurs } from '#features/paiements/paiements.erreurs.ts'
import { aujourdhui } from '#shared/dates.ts'

/** How a payment is paid and by whom, as it stands in the form; a mode of null is not said, a payer of null is the client. */
export interface MoyenSaisi {
  mode: Mode | null
  banque: string
  reference: string
  date_cheque: string
  payeur_type: TypePayeur | null
  payeur: string
}

/** A cheque is of today unless it says otherwise. */
export const toMoyenSaisi = (paiement?: PaiementLu): MoyenSaisi => ({
  mode: paiement?.mode ?? null,
  banque: paiement?.banque ?? '',
  reference: paiement?.reference ?? '',
  date_cheque: paiement?.date_cheque ?? (paiement?.mode === 'cheque' ? '' : aujourdhui()),
  payeur_type: paiement?.payeur_type ?? null,
  payeur: paiement?.payeur ?? '',
})

/** What the reference of each mode is called; espèces have none. */
export const REFERENCES: Partial<Record<Mode, string>> = {
  virement: 'Référence du virement',
  cheque: 'Numéro du chèque',
  versement_bancaire: 'Référence du bordereau',
  autre: 'Référence',
}

/** Does a payment of this mode come through a bank? */
export const parLaBanque = (mode: Mode | null): boolean =>
  mode === 'virement' || mode === 'cheque' || mode === 'versement_bancaire'

/**
 * What is sent of it: fields that are not shown are emptied, whatever was typed in them before the mode was another. The bank of
 * a payment that was « Autre » already is not shown either, and stays.
 */
export function toMoyenEnvoye(saisi: MoyenSaisi, avant: PaiementLu | undefined) {
  const { mode, payeur_type } = saisi
  const banque = parLaBanque(mode)
    ? saisi.banque
    : mode === 'autre' && avant?.mode === mode
      ? undefined
      : null
  return {
    mode,
    banque,
    reference: mode !== null && REFERENCES[mode] ? saisi.reference : null,
    date_cheque: mode === 'cheque' && saisi.date_cheque !== '' ? saisi.date_cheque : null,
    payeur_type,
    payeur: payeur_type === null ? null : saisi.payeur,
  }
}

/** What of a payment cannot be corrected any more, and the server's sentences that say why. */
export interface Figes {
  bien: boolean
  montant: boolean
  jour: boolean
  mode: boolean
  /** Bank, reference and day of a cheque. */
  cheque: boolean
  phrases: string[]
}

/** Of an ended sale (Q172), of a cheque that is at the bank or came back from it, of what represents another cheque. */
export function figesDe(paiement: PaiementLu | undefined): Figes {
  const etat = paiement ? etatDuCheque(paiement) : null
  const cheque = etat !== null && etat !== 'recu'
  const represente = paiement?.represente ?? null
  const terminee = paiement?.vente_terminee === true
  const phrases = [
    terminee && paiementsErreurs.venteTerminee.message,
    cheque && paiementsErreurs.chequeFige.message({ etat: formatEtat(etat) }),
    represente !== null && paiementsErreurs.chequeRepresente.message({ recu: represente.recu }),
  ].filter((phrase) => typeof phrase === 'string')
  const bien = terminee || cheque || represente !== null
  return {
    bien,
    montant: bien,
    jour: terminee || cheque,
    mode: cheque || represente !== null,
    cheque,
    phrases,
  }
}
