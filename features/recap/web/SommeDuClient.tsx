import type { BienLu } from '#features/paiements/web/payeurs.queries.ts'
import styles from '#features/recap/web/recap.module.css'
import { fromDecimal } from '#shared/argent.ts'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/Montant.tsx'

/** What remains of all the biens shown of a client: in the order of what clients owe it is what he stands there for. */
export function SommeDuClient({ biens }: { biens: readonly BienLu[] }) {
  if (biens.length < 2) return null
  const reste = biens.reduce((sum, { resteAPayer }) => sum + fromDecimal(resteAPayer), 0)
  return (
    <span className={styles.somme}>
      {formatCompte(biens.length, 'bien')} · reste <Montant centimes={reste} />
    </span>
  )
}
