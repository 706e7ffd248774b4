import styles from '#features/cheques/web/cheques.module.css'
import type { Remise } from '#features/cheques/cheques.contract.ts'
import { formatCompte } from '#shared/texte.ts'

type Comptes = Pick<Remise, 'encaisses' | 'en_attente' | 'rejetes'>

/** « 2 encaissés, 1 en attente »: those there are none of are left out. */
const formatSuivi = ({ encaisses, en_attente, rejetes }: Comptes): string =>
  [
    encaisses > 0 && formatCompte(encaisses, 'encaissé'),
    en_attente > 0 && `${en_attente} en attente`,
    rejetes > 0 && formatCompte(rejetes, 'rejeté'),
  ]
    .filter(Boolean)
    .join(', ')

/** Where the cheques of a remise are: cleared, waiting, rejected, by their numbers. */
export function RemiseBar({ remise }: { remise: Comptes }) {
  const { encaisses, en_attente, rejetes } = remise
  return (
    <div className={styles.suivi}>
      <div className={styles.parts} aria-hidden>
        {encaisses > 0 && <span data-tone="green" style={{ flexGrow: encaisses }} />}
        {en_attente > 0 && <span data-tone="blue" style={{ flexGrow: en_attente }} />}
        {rejetes > 0 && <span data-tone="red" style={{ flexGrow: rejetes }} />}
      </div>
      <span className={styles.under}>{formatSuivi(remise)}</span>
    </div>
  )
}
