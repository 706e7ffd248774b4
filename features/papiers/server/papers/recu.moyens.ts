import type { Moyen } from '#features/paiements/paiements.rules.ts'
import { payeurDe } from '#features/papiers/server/blocks/tables.ts'
import type { Redaction } from '#features/papiers/server/words/redaction.ts'

/** The mode in words: « Chèque N° 0012345, BNA, du 28 mars 2026 »; '' when unknown. */
export function modeImprime(redaction: Redaction, { mode, banque, reference, date_cheque }: Moyen): string {
  if (mode === null) return ''
  const { mots } = redaction
  const nom =
    reference === null
      ? redaction.mode(mode)
      : `${redaction.mode(mode)} ${mots.numero}\u00A0${redaction.numero(reference)}`
  return [
    nom,
    redaction.texte(banque),
    date_cheque !== null && `${redaction.mots.recuDeVersement.du} ${redaction.jourLong(date_cheque)}`,
  ]
    .filter(Boolean)
    .join(`${mots.virgule} `)
}

/** The payer in words: « Une banque (crédit), CNEP-Banque »; '' when the client paid. */
export const payeurImprime = (redaction: Redaction, { payeur_type, payeur }: Moyen): string =>
  payeur_type === null ? '' : payeurDe(redaction, payeur_type, payeur)
