import type { PaiementLu } from '#features/paiements/web/paiements.queries.ts'
import styles from '#features/paiements/web/paiements.module.css'
import { jourCourt } from '#shared/dates.ts'

/** When what a receipt says was last corrected; nothing of most. */
export function Rectifie({ le }: { le: PaiementLu['rectifie_le'] }) {
  return le && <span className={styles.recu}>Rectifié le {jourCourt(le)}</span>
}
