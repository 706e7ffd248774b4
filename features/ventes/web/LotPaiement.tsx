import { AjouterUnPaiement } from '#features/paiements/web/AjouterUnPaiement.tsx'
import type { PaiementConnu } from '#features/paiements/web/usePaiementDialog.tsx'
import { BarreDePaiement } from '#features/ventes/web/LotParts.tsx'
import { nomDuLot, type LotVendable } from '#features/ventes/web/lots.ts'
import styles from '#features/ventes/web/LotPaiement.module.css'

/** Under the details of a sold lot: how much of it is paid and, while something remains, one more payment. */
export function LotPaiement({ lot, onAdd }: { lot: LotVendable; onAdd: (known: PaiementConnu) => void }) {
  if (!lot.client) return null
  const { client, resteAPayer } = lot
  return (
    <div className={styles.paiement}>
      <BarreDePaiement lot={lot} />
      <AjouterUnPaiement
        libelle={nomDuLot(lot)}
        reste={resteAPayer}
        onAdd={() => onAdd({ clientId: client.id, bien: lot })}
      />
    </div>
  )
}
