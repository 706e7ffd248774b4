import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LOTS, type TypeDeLot } from '#features/biens/biens.kinds.ts'
import styles from '#features/biens/web/LotDetails.module.css'
import { BarreDePaiement } from '#features/biens/web/LotParts.tsx'
import { nomDuLot, type LotVendable } from '#features/biens/web/lots.ts'
import { AjouterUnPaiement } from '#features/paiements/web/AjouterUnPaiement.tsx'
import { usePaiementSurPlace } from '#features/paiements/web/usePaiementDialog.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { Results } from '#web/kit/Results.tsx'

interface LotDetailsProps<T> {
  type: TypeDeLot
  query: UseQueryResult<T>
  toLot: (record: T) => LotVendable
  onClose: () => void
  /** Every field of it. */
  children: (record: T) => ReactNode
}

/** A lot to read and, while something of a sold one remains to be paid, one more payment. */
export function LotDetails<T>({ type, query, toLot, onClose, children }: LotDetailsProps<T>) {
  const paiement = usePaiementSurPlace()
  return (
    <Dialog title={LOTS[type].details} onClose={onClose}>
      {paiement.element}
      <Results query={query} loading="Chargement..." error={LOTS[type].echec} cards={0}>
        {(record) => (
          <>
            {children(record)}
            <Paiement lot={toLot(record)} onAdd={paiement.open} />
          </>
        )}
      </Results>
    </Dialog>
  )
}

type Paye = ReturnType<typeof usePaiementSurPlace>['open']

/** How much of a sold lot is paid, and the way to the payment form. */
function Paiement({ lot, onAdd }: { lot: LotVendable; onAdd: Paye }) {
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
