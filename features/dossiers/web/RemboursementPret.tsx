import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { RemboursementLu } from '#features/dossiers/web/fins.queries.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { Montant } from '#web/kit/Montant.tsx'
import { whileBusy } from '#web/kit/useWork.ts'

interface RemboursementPretProps {
  remboursement: Pick<RemboursementLu, 'numero' | 'montant'>
  /** That it is saved, in the server's words. */
  dit: string
  busy: boolean
  onPrint: () => void
  onClose: () => void
}

/** Something was just given back: its receipt is offered to the next key. */
export function RemboursementPret({ remboursement, dit, busy, onPrint, onClose }: RemboursementPretProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <Banner
      kind="success"
      onClose={onClose}
      action={
        <Button
          ref={button}
          variant="default"
          size="sm"
          leftSection={<IconReceipt size={18} stroke={1.6} />}
          {...whileBusy(busy)}
          onClick={onPrint}
          onKeyDown={(event) => {
            // The key that has saved, still held down, is not the one that prints.
            if (event.repeat) event.preventDefault()
            if (event.key === 'Escape') onClose()
          }}
        >
          Imprimer le reçu
        </Button>
      }
    >
      {dit} Reçu N° {remboursement.numero} : <Montant decimal={remboursement.montant} />.
    </Banner>
  )
}
