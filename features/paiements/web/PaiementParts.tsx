import { type EtatCheque, ETATS_CHEQUE, formatPayeur, MODES } from '#features/paiements/modes.ts'
import { formatMoyen } from '#features/paiements/paiements.rules.ts'
import { bienDuPaiement } from '#features/paiements/web/bienDuPaiement.ts'
import styles from '#features/paiements/web/paiements.module.css'
import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import { formatJourCourt, type Jour } from '#shared/dates.ts'
import { RecuLink } from '#web/kit/card/EntityLinks.tsx'
import { StatusBadge } from '#web/kit/feedback/States.tsx'
import type { Tone } from '#web/kit/feedback/tones.ts'

/** « Chèque BNA n° 0012345 · payé par CNEP-Banque », with the cheque's step. The step « rejeté » stands beside the amount instead. */
export function Moyen({ paiement }: { paiement: PaiementLu }) {
  const { mode, etat, payeur_type } = paiement
  if (mode === null && payeur_type === null) return null
  return (
    <span className="dim small block">
      {mode !== null && <bdi>{formatMoyen(MODES[mode], paiement)}</bdi>}
      {mode !== null && payeur_type !== null && ' · '}
      {payeur_type !== null && (
        <>
          payé par <bdi>{paiement.payeur ?? formatPayeur(payeur_type)}</bdi>
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

const TONS: Record<EtatCheque, Tone> = { recu: 'yellow', remis: 'blue', encaisse: 'green', rejete: 'red' }

export const EtatDuCheque = ({ etat }: { etat: EtatCheque }) => (
  <StatusBadge tone={TONS[etat]}>{ETATS_CHEQUE[etat]}</StatusBadge>
)

/** The number of a payment's receipt: it leads to the payment among those of its bien. */
export function RecuDuPaiement({ paiement }: { paiement: PaiementLu }) {
  const { id, recu, client } = paiement
  const bien = bienDuPaiement(paiement)
  return bien ? <RecuLink recu={recu} paiement={id} client={client.id} bien={bien} /> : recu
}

/** The day of the last correction; absent for a payment never corrected. */
export function Rectifie({ jour }: { jour: PaiementLu['rectifie_le'] }) {
  return (
    jour && (
      <span className={`dim small nowrap block ${styles.recu}`}>
        Rectifié le <JourCourt jour={jour} />
      </span>
    )
  )
}

/** A day that may break before its year: beside an amount of eleven digits a phone has no room for it whole. */
export function JourCourt({ jour }: { jour: Jour }) {
  const court = formatJourCourt(jour)
  const annee = court.lastIndexOf('/') + 1
  return (
    <span className={styles.jour}>
      {court.slice(0, annee)}
      <wbr />
      {court.slice(annee)}
    </span>
  )
}
