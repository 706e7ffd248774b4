import type { ReactNode } from 'react'
import type { TotauxLus } from '#features/paiements/web/payeurs.queries.ts'
import styles from '#features/recap/web/recap.module.css'
import { formatCentiemes } from '#shared/argent.ts'
import { Montant } from '#web/kit/Montant.tsx'

/** The four totals, over the whole filtered result and not only the page (Q179, Q181). */
export function RecapTotaux({ totals }: { totals: TotauxLus }) {
  const { nombre_biens, montant_global, total_paye, total_restant, versements_retenus } = totals
  return (
    <footer className={styles.totaux} aria-label="Totaux de toutes les pages">
      <Total label="Nombre de biens">{formatCentiemes(nombre_biens * 100, 'utiles')}</Total>
      <Total label="Montant global">
        <Montant decimal={montant_global} />
      </Total>
      <Total label="Total payé">
        <Montant decimal={total_paye} />
      </Total>
      <Total label="Total restant">
        <Montant decimal={total_restant} />
      </Total>
      {versements_retenus && (
        <Total label="Versements retenus">
          <Montant decimal={versements_retenus.montant} />
        </Total>
      )}
    </footer>
  )
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.total}>
      <span className={styles.label}>{label}</span>
      <strong>{children}</strong>
    </div>
  )
}
