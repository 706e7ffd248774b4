import { MODES, PAYEURS } from '#features/paiements/modes.ts'
import { formatMoyen } from '#features/paiements/moyens.rules.ts'
import { EtatDuCheque } from '#features/paiements/web/EtatDuCheque.tsx'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'

/**
 * « Chèque BNA n° 0012345 · payé par CNEP-Banque », and where the cheque is; nothing of a payment that says neither. That it is
 * rejected stands by its amount.
 */
export function Moyen({ paiement }: { paiement: PaiementLu }) {
  const { mode, etat, payeur_type } = paiement
  if (mode === null && payeur_type === null) return null
  return (
    <span className={styles.moyen}>
      {mode !== null && <bdi>{formatMoyen(MODES[mode], paiement)}</bdi>}
      {mode !== null && payeur_type !== null && ' · '}
      {payeur_type !== null && (
        <>
          payé par <bdi>{paiement.payeur ?? enMinuscule(PAYEURS[payeur_type])}</bdi>
        </>
      )}
      {etat !== null && etat !== 'rejete' && (
        <>
          {' '}
          <EtatDuCheque etat={etat} />
        </>
      )}
    </span>
  )
}

/** Inside a sentence: « une banque (crédit) ». */
const enMinuscule = (mots: string): string => mots.charAt(0).toLowerCase() + mots.slice(1)
