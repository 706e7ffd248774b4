import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import type { RemiseFaite } from '#features/cheques/web/cheques.queries.ts'
import { Banner } from '#web/kit/Banner.tsx'
import { whileBusy } from '#web/kit/useWork.ts'

interface RemisePreteProps {
  remise: RemiseFaite
  /** A print is being made. */
  busy: boolean
  onPrint: () => void
  onClose: () => void
}

/** Cheques have just been brought to the bank: the list that goes with them is offered to the next key. */
export function RemisePrete({ remise, busy, onPrint, onClose }: RemisePreteProps) {
  const text = useId()
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
          leftSection={<IconPrinter size={18} stroke={1.6} />}
          aria-describedby={text}
          {...whileBusy(busy)}
          onClick={onPrint}
          onKeyDown={(event: KeyboardEvent) => {
            // The key that has saved, still held down, is not the one that prints.
            if (event.repeat) event.preventDefault()
            if (event.key === 'Escape') onClose()
          }}
        >
          Imprimer le bordereau
        </Button>
      }
    >
      <span id={text}>{remise.message}</span>
    </Banner>
  )
}
