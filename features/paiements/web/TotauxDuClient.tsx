import type { ReactNode } from 'react'
import type { totauxDuClient } from '#features/clients/clients.contract.ts'
import styles from '#features/paiements/web/BiensDuClient.module.css'
import type { Wire } from '#shared/endpoint.ts'
import { formatCompte } from '#shared/texte.ts'
import { Montant } from '#web/kit/Montant.tsx'

interface TotauxDuClientProps {
  totaux: Wire<typeof totauxDuClient>
  /** What can be done with all of them. */
  children?: ReactNode
}

/** « 4 biens · payé 12 000,00 DA · reste 25 515 000,00 DA »: what he owes, in one number. Nothing for who owns nothing. */
export function TotauxDuClient({ totaux: { biens, totalPaye, resteAPayer }, children }: TotauxDuClientProps) {
  if (biens === 0) return null
  return (
    <div className={styles.totaux}>
      <p>
        {formatCompte(biens, 'bien')} · payé <Montant decimal={totalPaye} /> ·{' '}
        <strong>
          reste <Montant decimal={resteAPayer} />
        </strong>
      </p>
      {children}
    </div>
  )
}
