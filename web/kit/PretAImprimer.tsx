import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Banner } from '#web/kit/Banner.tsx'
import { whileBusy } from '#web/kit/useWork.ts'

interface PretAImprimerProps {
  icon: Icon
  /** « Imprimer le reçu ». */
  label: string
  busy: boolean
  onPrint: () => void
  onClose: () => void
  /** What was just done. */
  children: ReactNode
}

/** Something was just recorded: its paper is offered to the next key. */
export function PretAImprimer({ icon: Icon, label, busy, onPrint, onClose, children }: PretAImprimerProps) {
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
          leftSection={<Icon size={18} stroke={1.6} />}
          {...whileBusy(busy)}
          onClick={onPrint}
          onKeyDown={(event) => {
            // The key that has saved, still held down, is not the one that prints.
            if (event.repeat) event.preventDefault()
            if (event.key === 'Escape') onClose()
          }}
        >
          {label}
        </Button>
      }
    >
      {children}
    </Banner>
  )
}
