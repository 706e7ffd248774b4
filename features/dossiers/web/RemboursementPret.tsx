import { IconReceipt } from '@tabler/icons-react'
import type { RemboursementLu } from '#features/dossiers/web/fins.queries.ts'
import { Montant } from '#web/kit/Montant.tsx'
import { PretAImprimer } from '#web/kit/PretAImprimer.tsx'

interface RemboursementPretProps {
  remboursement: Pick<RemboursementLu, 'numero' | 'montant'>
  /** That it is saved, in the server's words. */
  dit: string
  busy: boolean
  onPrint: () => void
  onClose: () => void
}

/** Something was just given back: its receipt is offered to the next key. */
export function RemboursementPret({ remboursement, dit, ...pret }: RemboursementPretProps) {
  return (
    <PretAImprimer icon={IconReceipt} label="Imprimer le reçu" {...pret}>
      {dit} Reçu N° {remboursement.numero} : <Montant decimal={remboursement.montant} />.
    </PretAImprimer>
  )
}
